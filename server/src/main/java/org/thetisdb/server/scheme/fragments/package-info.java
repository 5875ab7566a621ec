/**
 * The scheme {@code dtxn} at a site: it runs what belongs to its rows of calls that are written in
 * fragments, prepares what that meets, and commits calls that all masters have voted for (decision
 * 0150). It may use the {@code gate} and what is below it.
 */
package org.thetisdb.server.scheme.fragments;
