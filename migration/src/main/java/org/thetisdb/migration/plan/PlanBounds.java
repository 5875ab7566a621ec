package org.thetisdb.migration.plan;

/**
 * What a plan keeps to.
 *
 * @param even load is even if no site is busier than the mean by more than this share of it
 * @param aim what a plan has to reach: the same, and less, so that load stays even for a while
 * @param leastGain a plan that makes the busiest site less busy by less than this share is none
 * @param mostMoves it has no more moves
 * @param sourceDrops whether the source drops what was copied, so that it has room for it again
 */
public record PlanBounds(
    double even, double aim, double leastGain, int mostMoves, boolean sourceDrops) {
  /** Checks the numbers. */
  public PlanBounds {
    if (!(even > 0) || !(aim > 0) || aim > even || !(leastGain >= 0) || mostMoves < 1) {
      throw new IllegalArgumentException(
          "even within %s, aim %s, gain of %s, %d moves"
              .formatted(even, aim, leastGain, mostMoves));
    }
  }
}
