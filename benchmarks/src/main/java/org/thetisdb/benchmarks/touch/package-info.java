/** The smallest procedure that writes: for clients that only want to know whether commits go on. */
package org.thetisdb.benchmarks.touch;
