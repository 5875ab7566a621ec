/**
 * Whole clusters in one world: the engine's own sites, routers and clients on simulated clocks,
 * links, logs and membership, with faults, and the judgement of what came of it.
 */
package org.thetisdb.simulation.cluster;
