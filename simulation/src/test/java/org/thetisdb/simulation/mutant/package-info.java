/**
 * Is the simulation any good? Each mutant is the engine with one of its rules left out; a
 * simulation that does not notice proves nothing.
 */
package org.thetisdb.simulation.mutant;
