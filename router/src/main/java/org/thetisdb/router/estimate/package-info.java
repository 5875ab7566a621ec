/**
 * What calls of a workload are like, and what a scheme says that it does for them: steps of work,
 * waits and holds, from which the advisor calculates a throughput. Immutable; nothing here runs in
 * a router. Needs no other package of the router.
 */
package org.thetisdb.router.estimate;
