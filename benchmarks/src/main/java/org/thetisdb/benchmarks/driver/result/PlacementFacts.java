package org.thetisdb.benchmarks.driver.result;

import java.util.List;

/**
 * Where rows were mastered while it counted.
 *
 * @param floorShare the share of the transactions that any placement must remaster if it spreads
 *     the writes evenly, as far as it is found; below 0 if what is written is not known
 * @param largestShare the share of the writes of the site that has most, 0 to 1
 * @param gatheringAt the site at which the router gathers all; 0 if it does not, or does not tell
 * @param ranges ranges or partitions that the router reports
 * @param movesSeen moves that were looked at
 * @param movesBack those that took back one of the second before
 * @param cutWaitUs what a wait for a cut takes, as the router measures it; below 0 if it does not
 *     tell
 * @param learned costs that the scheme has learned; empty under most schemes
 */
public record PlacementFacts(
    double floorShare,
    double largestShare,
    int gatheringAt,
    long ranges,
    long movesSeen,
    long movesBack,
    double cutWaitUs,
    List<LearnedFunction> learned) {
  /** A site with more of the writes than this is warned of. */
  public static final double MUCH = 0.6;

  /** Nothing is known. */
  public static final PlacementFacts NONE = new PlacementFacts(-1, 0, 0, 0, 0, 0, -1, List.of());

  /** Whether one site has so many of the writes that others help it little. */
  public boolean isLopsided() {
    return largestShare > MUCH;
  }
}
