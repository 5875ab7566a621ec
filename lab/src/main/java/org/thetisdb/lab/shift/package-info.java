/**
 * A load whose locality shifts while it runs, on clusters in simulated time, and where the masters
 * of what it writes are meanwhile. {@code ./thetis demo} shows it.
 */
package org.thetisdb.lab.shift;
