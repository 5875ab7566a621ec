/** Results of several runs side by side, for scripts that let databases take turns. */
package org.thetisdb.benchmarks.compare;
