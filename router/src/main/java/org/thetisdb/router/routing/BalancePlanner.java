package org.thetisdb.router.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.collections.LongHashSet;

/**
 * Evens the write load out by moving whole clusters from the most to the least loaded site, a few
 * at a time. Equation 8 decides for one update, and sees that a partition has its partners at a
 * busy site; it cannot see that all of them could leave together. This can.
 *
 * <p>A cluster may go if hardly anything is torn apart; how much is allowed rises with the
 * imbalance. Nothing happens while load is even, when the sample is too thin to tell, or when all
 * is one cluster. Works on statistics only; not thread-safe.
 */
final class BalancePlanner {
  private static final int LEAST_WRITES = 500;
  private static final int MOST_CLUSTERS = 8;
  private static final int MOST_PARTITIONS = 256;
  private static final int MOST_SEEDS = 512;
  private static final long MOST_WORK = 300_000;

  /** More is never cut; well below what {@link ThrashGuard} would gather again. */
  private static final double MOST_CUT = 0.1;

  /** The clusters taken may make up this part of the difference between two sites. */
  private static final double PART_OF_DIFFERENCE = 0.75;

  /** A deviation counts only if it is so many times what chance makes of a sample. */
  private static final double NOISE_FACTOR = 3;

  private static final long FIRST_PAUSE_US = 200_000;
  private static final long LONGEST_PAUSE_US = 5_000_000;

  private final DynaMastConfig config;
  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final ClusterGrower grower;
  private final LongHashSet visited = new LongHashSet();

  private int most;
  private int least;
  private long pauseUs = FIRST_PAUSE_US;
  private long nextPlanUs = Long.MIN_VALUE;

  BalancePlanner(
      DynaMastConfig config,
      Placement placement,
      AccessStatistics statistics,
      ClusterView cluster) {
    this.config = config;
    this.placement = placement;
    this.statistics = statistics;
    this.cluster = cluster;
    this.grower = new ClusterGrower(placement, statistics);
  }

  /** Moves that even the load out; empty if there are none, or it is too early to ask again. */
  Optional<Rebalance> plan(long nowUs) {
    if (nowUs < nextPlanUs) {
      return Optional.empty();
    }
    statistics.expire(nowUs, MOST_SEEDS);
    Optional<Rebalance> plan = isUneven() ? collect() : Optional.empty();
    pauseUs = plan.isPresent() ? FIRST_PAUSE_US : Math.min(LONGEST_PAUSE_US, pauseUs * 2);
    nextPlanUs = nowUs + pauseUs;
    return plan;
  }

  private boolean isUneven() {
    long total = statistics.totalWrites();
    most = 0;
    least = 0;
    int live = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site)) {
        live++;
        most = most == 0 || writes(site) > writes(most) ? site : most;
        least = least == 0 || writes(site) < writes(least) ? site : least;
      }
    }
    if (live < 2 || total < LEAST_WRITES) {
      return false;
    }
    double even = total / (double) live;
    double deviation = Math.max(writes(most) - even, even - writes(least)) / even;
    double noise = Math.sqrt((1 - 1.0 / live) / even);
    return deviation > Math.max(config.balanceTolerance(), NOISE_FACTOR * noise);
  }

  private Optional<Rebalance> collect() {
    List<Move> moves = new ArrayList<>();
    visited.clear();
    long difference = writes(most) - writes(least);
    double cutAtMost = cutAtMost(difference);
    long workEnd = grower.work() + MOST_WORK;
    int clusters = 0;
    int seeds = Math.min(MOST_SEEDS, statistics.samples());
    for (int i = 0; i < seeds && mayGoOn(moves, clusters) && grower.work() < workEnd; i++) {
      long seed = seedOf(statistics.sample(i));
      if (seed != 0 && visited.add(seed)) {
        int size = grower.grow(seed, most, (long) (difference * PART_OF_DIFFERENCE), cutAtMost);
        if (take(size, moves)) {
          clusters++;
          difference -= 2 * grower.clusterWrites();
        }
      }
    }
    return moves.isEmpty() ? Optional.empty() : Optional.of(describe(moves, clusters));
  }

  private double cutAtMost(long difference) {
    double evenShares = difference * (double) liveSites() / statistics.totalWrites();
    return Math.min(MOST_CUT, config.balanceCut() * evenShares);
  }

  private static boolean mayGoOn(List<Move> moves, int clusters) {
    return clusters < MOST_CLUSTERS && moves.size() < MOST_PARTITIONS;
  }

  /**
   * A written partition of the sample at the most loaded site that was not looked at yet; else 0.
   */
  private long seedOf(Footprint sample) {
    for (long partition : sample.written()) {
      if (placement.master(partition) == most
          && !visited.contains(partition)
          && statistics.of(partition) != null) {
        return partition;
      }
    }
    return 0;
  }

  /** Adds a cluster's moves. What was reached but is no cluster is not tried again this time. */
  private boolean take(int size, List<Move> moves) {
    boolean overlaps = false;
    for (int i = 0; i < size; i++) {
      overlaps |= i > 0 && visited.contains(grower.member(i));
    }
    if (size > 0 && !overlaps) {
      for (int i = 0; i < size; i++) {
        moves.add(new Move(grower.member(i), most, least));
      }
    }
    for (int i = 0; i < grower.reached(); i++) {
      visited.add(grower.member(i));
    }
    return size > 0 && !overlaps;
  }

  private Rebalance describe(List<Move> moves, int clusters) {
    String reason =
        Reasons.forBalance(most, writes(most), statistics.totalWrites(), clusters, moves.size());
    return new Rebalance(List.copyOf(moves), reason);
  }

  private int liveSites() {
    int live = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      live += cluster.isUsable(site) ? 1 : 0;
    }
    return live;
  }

  private long writes(int site) {
    return statistics.writesAt(site);
  }
}
