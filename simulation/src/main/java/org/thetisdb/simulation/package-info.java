/**
 * A cluster in one thread on virtual time: the same cores as in production, on a simulated world.
 */
package org.thetisdb.simulation;
