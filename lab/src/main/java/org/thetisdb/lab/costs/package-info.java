/** Measures the unit costs of the simulator and the advisor on the machine at hand. */
package org.thetisdb.lab.costs;
