/** Numbers and tables as people read them. */
package org.thetisdb.benchmarks.text;
