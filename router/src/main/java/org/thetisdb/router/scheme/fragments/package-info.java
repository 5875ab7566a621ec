/**
 * The scheme {@code dtxn} at the router: each master of a call that is written in fragments runs
 * its own, all at the same time (decision 0150). Owned by the engine's thread.
 */
package org.thetisdb.router.scheme.fragments;
