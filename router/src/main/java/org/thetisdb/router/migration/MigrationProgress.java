package org.thetisdb.router.migration;

import org.thetisdb.core.placement.Migration;

/**
 * How far a migration is. What is not known is -1. Immutable.
 *
 * @param migration as the log has it
 * @param range its keys, as people name them
 * @param size about what its range holds; unknown when it is over
 * @param copiedRows that its target has got; -1 unless it copies now
 * @param movedPartitions how many have moved
 * @param leftPartitions how many have yet to move; -1 while it copies, and when it is over
 * @param ranUs how long this router has gone on with it, or how long it took
 * @param leftUs about how long it goes on
 * @param waitsFor empty if for nothing
 */
public record MigrationProgress(
    Migration migration,
    String range,
    RangeSize size,
    long copiedRows,
    int movedPartitions,
    int leftPartitions,
    long ranUs,
    long leftUs,
    String waitsFor) {}
