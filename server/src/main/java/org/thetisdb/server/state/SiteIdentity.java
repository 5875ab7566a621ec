package org.thetisdb.server.state;

/**
 * Which start of which site this is, to those that copy its state.
 *
 * @param cluster the identity of the cluster and its logs
 * @param incarnation the number of this start
 */
public record SiteIdentity(String cluster, int incarnation) {}
