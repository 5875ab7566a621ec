package org.thetisdb.router.scheme.dynamast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.collections.LongHashSet;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;

/**
 * Picks clusters that may go from one site to another. A cluster may go if most of its co-accesses
 * are within it, and if {@link CostScore} says that the move pays back: what it tears apart costs
 * less than the queueing that it saves. Where all is one cluster there is none that may go, unless
 * the site is crowded: then a piece may that has half of its co-accesses within. Not thread-safe;
 * kept and used again.
 */
final class ClusterPicker {
  private static final int MOST_CLUSTERS = 32;
  private static final int MOST_PARTITIONS = 256;
  private static final int MOST_MEMBERS = 512;
  private static final int MOST_SEEN = 4096;
  private static final int MOST_SEEDS = 512;
  private static final int MOST_BORDER_SAMPLES = 8192;
  private static final long MOST_WORK = 200_000;

  /** A cluster has at least this share of its co-accesses within, beyond what chance gives it. */
  private static final double LEAST_COHESION = 0.5;

  /** From here on a site has too much to do, and what belongs together may part. */
  static final double CROWDED = 0.7;

  /**
   * Accesses per partition below which a cluster is not believed: a sample that is too thin falls
   * into small pieces whatever the workload.
   */
  private static final int LEAST_EVIDENCE = 8;

  /** A cluster may have this part of the difference between the two sites. */
  private static final double PART_OF_DIFFERENCE = 0.75;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final CostScore score;
  private final Measures measures;
  private final RecentMoves recent;
  private final ClusterGrower grower;
  private final LongHashSet visited = new LongHashSet();
  private final List<Move> moves = new ArrayList<>();
  private double horizons;
  private double mostTorn;

  private int from;
  private int to;
  private int clusters;
  private long difference;

  /** Load of the clusters that go already. */
  private long taken;

  /** Updates of the sample that their leaving splits, less those that it brings together. */
  private double takenTorn;

  private long workEnd;
  private long nowUs;

  ClusterPicker(
      Placement placement,
      AccessStatistics statistics,
      CostScore score,
      Measures measures,
      RecentMoves recent) {
    this.placement = placement;
    this.statistics = statistics;
    this.score = score;
    this.measures = measures;
    this.recent = recent;
    this.grower = new ClusterGrower(placement, statistics);
  }

  /**
   * Clusters that go from a busier site to one less busy; empty if none may.
   *
   * @param differenceInLoad by how much the sites differ
   * @param manyHorizons for how many horizons the load is taken to stay as it is
   * @param tornAtMost share of a cluster's updates that may be split when it has left
   */
  Optional<Rebalance> pick(
      int busier,
      int lessBusy,
      long differenceInLoad,
      double manyHorizons,
      double tornAtMost,
      long atUs) {
    horizons = manyHorizons;
    mostTorn = tornAtMost;
    from = busier;
    to = lessBusy;
    moves.clear();
    visited.clear();
    clusters = 0;
    taken = 0;
    takenTorn = 0;
    difference = placement.hasRanges() ? asSampled(differenceInLoad) : differenceInLoad;
    nowUs = atUs;
    workEnd = grower.work() + MOST_WORK;
    pickFrom(true);
    pickFrom(false);
    return moves.isEmpty() ? Optional.empty() : Optional.of(describe());
  }

  /**
   * A site is busy with other things than updates, too. Where clusters are a few large ranges, what
   * is taken for updates and is none would carry the whole load to and fro; so no more goes than
   * the sample says.
   */
  private long asSampled(long differenceInLoad) {
    return Math.min(differenceInLoad, statistics.loadAt(from) - statistics.loadAt(to));
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
      if (placement.master(partition) == from
          && mayLeave(partition)
          && !visited.contains(partition)
          && !recent.isRecent(partition, nowUs)) {
        return partition;
      }
    }
    return 0;
  }

  /**
   * A table that is loaded is written alone, and what it belongs with shows only later. As long as
   * it has no borders it cannot be spread, only carried off; so it stays, unless its site is
   * crowded.
   */
  private boolean mayLeave(long partition) {
    return !Placement.isPinned(partition)
        && (measures.busy(from) > CROWDED || !placement.isWholeTable(partition));
  }

  /** Adds the moves of the seed's cluster, if it has one. */
  private void take(long seed) {
    long loadAtMost = (long) (difference * PART_OF_DIFFERENCE);
    int bestSize = 0;
    double bestCohesion = 0;
    long bestLoad = 0;
    double bestTorn = 0;
    grower.begin(seed);
    do {
      if (grower.load() <= loadAtMost && isWorthMoving() && grower.cohesion() > bestCohesion) {
        bestSize = grower.size();
        bestCohesion = grower.cohesion();
        bestLoad = grower.load();
        bestTorn = torn();
      }
    } while (mayGrow() && grower.load() <= loadAtMost && grower.grow());
    if (isNew(bestSize)) {
      for (int i = 0; i < bestSize; i++) {
        moves.add(new Move(grower.member(i), from, to));
      }
      clusters++;
      difference -= 2 * bestLoad;
      taken += bestLoad;
      takenTorn += bestTorn;
    }
    markVisited();
  }

  private boolean mayGrow() {
    return !grower.isClosed() && grower.size() < MOST_MEMBERS && grower.seen() < MOST_SEEN;
  }

  private boolean isWorthMoving() {
    return grower.accesses() >= (long) LEAST_EVIDENCE * grower.size()
        && grower.cohesion() >= leastCohesion()
        && torn() <= mostTorn * updates()
        && score.groupPaysBack(from, to, grower.size(), grower.load(), torn(), taken, horizons);
  }

  /**
   * A crowded site parts with what belongs together by chance, too, but not with a piece that has
   * more to do with what stays: where there is no locality at all, updates over sites cost more
   * than the queue of one.
   */
  private double leastCohesion() {
    return measures.busy(from) > CROWDED ? LEAST_COHESION : LEAST_COHESION + shareOfLoad();
  }

  /** Where there is no locality, what is in a piece has so much to do with itself by chance. */
  private double shareOfLoad() {
    return grower.load() / (double) statistics.totalLoad();
  }

  /** Updates of the sample that will have to move something, less those that no longer will. */
  private double torn() {
    return (grower.torn() - grower.mass(to)) / grower.partnersPerUpdate();
  }

  /** Updates of the sample that write in the cluster, one that writes elsewhere, too, in part. */
  private double updates() {
    return asUpdates(grower.load());
  }

  private static double asUpdates(long load) {
    return load / (double) AccessStatistics.UPDATE_LOAD;
  }

  /** Share of the updates of what was picked last that will be split. */
  double tornShare() {
    return taken == 0 ? 0 : takenTorn / asUpdates(taken);
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
    String reason = Reasons.forBalance(from, measures.busy(from), clusters, moves.size());
    return new Rebalance(List.copyOf(moves), reason);
  }
}
