package org.thetisdb.router.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.collections.LongHashSet;

/**
 * Picks clusters that may go from one site to another. A cluster may go if most of its co-accesses
 * are within it, and if the move tears little more apart than it brings together; how much more
 * rises with the difference in load that it mends. Where all is one cluster there is none that may
 * go. Not thread-safe; kept and used again.
 */
final class ClusterPicker {
  private static final int MOST_CLUSTERS = 8;
  private static final int MOST_PARTITIONS = 256;
  private static final int MOST_MEMBERS = 512;
  private static final int MOST_SEEN = 4096;
  private static final int MOST_SEEDS = 512;
  private static final int MOST_BORDER_SAMPLES = 8192;
  private static final long MOST_WORK = 200_000;

  /** A cluster has at least this share of its co-accesses within. */
  private static final double LEAST_COHESION = 0.5;

  /**
   * Accesses per partition below which a cluster is not believed: a sample that is too thin falls
   * into small pieces whatever the workload.
   */
  private static final int LEAST_EVIDENCE = 6;

  /** A cluster may have this part of the difference between the two sites. */
  private static final double PART_OF_DIFFERENCE = 0.75;

  private final double cutIfAllAtOneSite;
  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterGrower grower;
  private final LongHashSet visited = new LongHashSet();
  private final List<Move> moves = new ArrayList<>();

  private int from;
  private int to;
  private int clusters;
  private long difference;
  private long workEnd;

  ClusterPicker(double cutIfAllAtOneSite, Placement placement, AccessStatistics statistics) {
    this.cutIfAllAtOneSite = cutIfAllAtOneSite;
    this.placement = placement;
    this.statistics = statistics;
    this.grower = new ClusterGrower(placement, statistics);
  }

  /** Clusters that go from a busier site to one less busy; empty if none may. */
  Optional<Rebalance> pick(int busier, int lessBusy) {
    from = busier;
    to = lessBusy;
    moves.clear();
    visited.clear();
    clusters = 0;
    difference = statistics.loadAt(from) - statistics.loadAt(to);
    workEnd = grower.work() + MOST_WORK;
    pickFrom(true);
    pickFrom(false);
    return moves.isEmpty() ? Optional.empty() : Optional.of(describe());
  }

  /**
   * Tries partitions of recent updates as seeds.
   *
   * @param atBorder only updates that wrote at both sites: where those have a border, a piece of
   *     the busier side costs least to cut off
   */
  private void pickFrom(boolean atBorder) {
    int seeds = Math.min(atBorder ? MOST_BORDER_SAMPLES : MOST_SEEDS, statistics.samples());
    for (int i = 0; i < seeds && mayGoOn(); i++) {
      Footprint sample = statistics.sample(i);
      if (!atBorder || isWrittenAt(sample, to)) {
        long seed = seedOf(sample);
        if (seed != 0) {
          take(seed);
        }
      }
    }
  }

  private boolean mayGoOn() {
    return clusters < MOST_CLUSTERS && moves.size() < MOST_PARTITIONS && grower.work() < workEnd;
  }

  private boolean isWrittenAt(Footprint sample, int site) {
    for (long partition : sample.written()) {
      if (placement.master(partition) == site) {
        return true;
      }
    }
    return false;
  }

  /** A written partition of the sample at the busier site that was not looked at yet; else 0. */
  private long seedOf(Footprint sample) {
    for (long partition : sample.written()) {
      if (placement.master(partition) == from && !visited.contains(partition)) {
        return partition;
      }
    }
    return 0;
  }

  /** Adds the moves of the seed's cluster, if it has one. */
  private void take(long seed) {
    double cutAtMost = cutIfAllAtOneSite * difference / statistics.totalLoad();
    long loadAtMost = (long) (difference * PART_OF_DIFFERENCE);
    int bestSize = 0;
    double bestCohesion = 0;
    long bestLoad = 0;
    grower.begin(seed);
    do {
      if (grower.load() <= loadAtMost
          && isWorthMoving(cutAtMost)
          && grower.cohesion() > bestCohesion) {
        bestSize = grower.size();
        bestCohesion = grower.cohesion();
        bestLoad = grower.load();
      }
    } while (mayGrow() && grower.load() <= loadAtMost && grower.grow());
    if (isNew(bestSize)) {
      for (int i = 0; i < bestSize; i++) {
        moves.add(new Move(grower.member(i), from, to));
      }
      clusters++;
      difference -= 2 * bestLoad;
    }
    markVisited();
  }

  private boolean mayGrow() {
    return !grower.isClosed() && grower.size() < MOST_MEMBERS && grower.seen() < MOST_SEEN;
  }

  private boolean isWorthMoving(double cutAtMost) {
    return grower.accesses() >= (long) LEAST_EVIDENCE * grower.size()
        && grower.cohesion() >= LEAST_COHESION
        && cut() <= cutAtMost;
  }

  /**
   * About the share of the cluster's updates that will have to move something when it is at the
   * other site, less those that no longer will. Co-accesses are pairs; an update of k partitions
   * has k - 1 for each, and crosses the border with about half of its k.
   */
  private double cut() {
    long torn = Math.max(0, grower.torn() - grower.mass(to));
    if (torn == 0) {
      return 0;
    }
    double width = 1 + grower.totalMass() / (double) grower.accesses();
    return torn / (double) grower.totalMass() * width / 2;
  }

  private boolean isNew(int size) {
    for (int i = 0; i < size; i++) {
      if (visited.contains(grower.member(i))) {
        return false;
      }
    }
    return size > 0;
  }

  /** Nothing that was looked at is a seed again this time. */
  private void markVisited() {
    for (int i = 0; i < grower.size(); i++) {
      visited.add(grower.member(i));
    }
  }

  private Rebalance describe() {
    String reason =
        Reasons.forBalance(
            from, statistics.loadAt(from), statistics.totalLoad(), clusters, moves.size());
    return new Rebalance(List.copyOf(moves), reason);
  }
}
