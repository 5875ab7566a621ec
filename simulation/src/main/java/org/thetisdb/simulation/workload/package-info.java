/**
 * Workloads that carry their proof: from what calls returned, each can tell whether the database
 * kept its promises. They run on simulated clusters; nothing in them knows of that.
 */
package org.thetisdb.simulation.workload;
