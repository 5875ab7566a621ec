package org.thetisdb.router.engine;

/**
 * How epochs go, under a scheme that has such.
 *
 * @param lengthUs how long after its first decision an epoch ends
 * @param snapshots whether calls are only held to snapshot isolation (decision 0068)
 */
public record EpochConfig(int lengthUs, boolean snapshots) {}
