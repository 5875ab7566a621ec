/** What steps of work cost: one file, which the simulator and the advisor read. Immutable. */
package org.thetisdb.simulation.cost;
