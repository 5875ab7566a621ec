/**
 * What a router is given to run by: its settings and limits, and who may change the cluster.
 * Depends on no other package of the engine but those whose settings it holds.
 */
package org.thetisdb.router.config;
