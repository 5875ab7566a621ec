/**
 * What is to go wrong in a simulated cluster: kinds of troubles, and the records around which a
 * process is killed.
 */
package org.thetisdb.simulation.cluster.trouble;
