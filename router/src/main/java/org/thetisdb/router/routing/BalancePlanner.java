package org.thetisdb.router.routing;

import java.util.Optional;

/**
 * Evens the write load out by moving whole clusters from busier to less busy sites, a few at a
 * time. Equation 8 decides for one update, and sees that a partition has its partners at a busy
 * site; it cannot see that all of them could leave together. This can.
 *
 * <p>Nothing happens while load is even, when the sample is too thin to tell, or when {@link
 * ClusterPicker} finds no cluster that may go. Works on statistics only; not thread-safe.
 */
final class BalancePlanner {
  private static final int LEAST_SAMPLES = 500;
  private static final int MOST_EXPIRED = 512;

  /** Pairs of sites that are tried in one round, the most uneven first. */
  private static final int MOST_PAIRS = 4;

  /** A deviation counts only if it is so many times what chance makes of a sample. */
  private static final double NOISE_FACTOR = 3;

  private static final long FIRST_PAUSE_US = 200_000;
  private static final long LONGEST_PAUSE_US = 3_000_000;

  private final DynaMastConfig config;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final ClusterPicker picker;
  private long pauseUs = FIRST_PAUSE_US;
  private long nextPlanUs = Long.MIN_VALUE;

  BalancePlanner(
      DynaMastConfig config,
      Placement placement,
      AccessStatistics statistics,
      ClusterView cluster) {
    this.config = config;
    this.statistics = statistics;
    this.cluster = cluster;
    this.picker = new ClusterPicker(config.balanceCut(), placement, statistics);
  }

  /** Moves that even the load out; empty if there are none, or it is too early to ask again. */
  Optional<Rebalance> plan(long nowUs) {
    if (nowUs < nextPlanUs) {
      return Optional.empty();
    }
    statistics.expire(nowUs, MOST_EXPIRED);
    Optional<Rebalance> plan = planNow();
    pauseUs = plan.isPresent() ? FIRST_PAUSE_US : Math.min(LONGEST_PAUSE_US, pauseUs * 2);
    nextPlanUs = nowUs + pauseUs;
    return plan;
  }

  private Optional<Rebalance> planNow() {
    int live = liveSites();
    if (live < 2 || statistics.samples() < LEAST_SAMPLES) {
      return Optional.empty();
    }
    double evenSamples = statistics.samples() / (double) live;
    double noise = Math.sqrt((1 - 1.0 / live) / evenSamples);
    double tolerance = Math.max(config.balanceTolerance(), NOISE_FACTOR * noise);
    double even = statistics.totalLoad() / (double) live;
    return isUneven(even, tolerance) ? tryPairs(even * tolerance) : Optional.empty();
  }

  private boolean isUneven(double even, double tolerance) {
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && Math.abs(statistics.loadAt(site) - even) > tolerance * even) {
        return true;
      }
    }
    return false;
  }

  /**
   * The busiest and the idlest site are tried first. They may have no cluster to exchange, as where
   * neighbourhoods overlap and only neighbours have a border; then others pass the load on.
   */
  private Optional<Rebalance> tryPairs(double leastDifference) {
    long below = Long.MAX_VALUE;
    for (int tried = 0; tried < MOST_PAIRS; tried++) {
      int[] pair = mostUnevenPair(below);
      below = statistics.loadAt(pair[0]) - statistics.loadAt(pair[1]);
      if (below <= leastDifference) {
        return Optional.empty();
      }
      Optional<Rebalance> plan = picker.pick(pair[0], pair[1]);
      if (plan.isPresent()) {
        return plan;
      }
    }
    return Optional.empty();
  }

  /** The two sites with the largest difference in load that is smaller than {@code below}. */
  private int[] mostUnevenPair(long below) {
    int[] best = {1, 1};
    long bestDifference = 0;
    for (int from = 1; from <= cluster.sites(); from++) {
      for (int to = 1; to <= cluster.sites(); to++) {
        long difference = statistics.loadAt(from) - statistics.loadAt(to);
        if (cluster.isUsable(from)
            && cluster.isUsable(to)
            && difference < below
            && difference > bestDifference) {
          best = new int[] {from, to};
          bestDifference = difference;
        }
      }
    }
    return best;
  }

  private int liveSites() {
    int live = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      live += cluster.isUsable(site) ? 1 : 0;
    }
    return live;
  }
}
