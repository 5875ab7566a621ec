package org.thetisdb.router.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;

/**
 * The routing core with nothing around it: synthetic updates are routed one after the other on
 * virtual time, moves happen at once. Counts what a cluster would have had to do.
 */
final class RoutingWorld implements ClusterView {
  static final int TABLE = 16;

  final Placement placement;
  final DynaMastScheme scheme;
  final Random random;

  private final int sites;
  private final long gapUs;
  private final long[] updatesAt;
  private long nowUs = 1_000_000;
  private long nextRebalanceUs;
  private Tally tally = new Tally();

  /** What happened since {@link #startCounting}. */
  static final class Tally {
    int updates;
    int remastered;
    int moves;
    int rebalances;
    int balanceMoves;
    int cutReads;
    final List<String> reasons = new ArrayList<>();

    double remasteredShare() {
      return remastered / (double) updates;
    }
  }

  RoutingWorld(int sites, long seed, int updatesPerS) {
    this(sites, seed, updatesPerS, DynaMastConfig.DEFAULT, FirstMaster.SCATTERED);
  }

  RoutingWorld(int sites, long seed, int updatesPerS, DynaMastConfig config, FirstMaster first) {
    this.sites = sites;
    this.gapUs = 1_000_000 / updatesPerS;
    this.random = new Random(seed);
    this.placement = new Placement(new Roster(new ClusterSettings("test", sites, 100, first)));
    this.scheme =
        new DynaMastScheme(config, SamplingConfig.DEFAULT, placement, this, new Random(seed + 1));
    this.updatesAt = new long[sites + 1];
  }

  @Override
  public int sites() {
    return sites;
  }

  @Override
  public boolean isUsable(int site) {
    return site >= 1 && site <= sites;
  }

  @Override
  public boolean canRelease(int site) {
    return isUsable(site);
  }

  @Override
  public VersionVector report(int site) {
    return VersionVector.ZERO;
  }

  static long partition(long index) {
    return PartitionId.of(TABLE, index);
  }

  static Footprint writes(long... indexes) {
    long[] written = new long[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      written[i] = partition(indexes[i]);
    }
    return Footprint.of(written, new long[0]);
  }

  /** Routes {@code count} updates. */
  void run(int count, Supplier<Footprint> workload) {
    for (int i = 0; i < count; i++) {
      update(workload.get());
      nowUs += gapUs;
      if (nowUs >= nextRebalanceUs) {
        nextRebalanceUs = nowUs + 50_000;
        scheme.rebalance(nowUs).ifPresent(this::rebalance);
      }
    }
  }

  /** Routes one update; returns where it ran. */
  int update(Footprint footprint) {
    scheme.observe(footprint, nowUs);
    Route route = scheme.routeUpdate(footprint, VersionVector.ZERO, nowUs);
    apply(route.moves());
    tally.updates++;
    if (!route.isSettled()) {
      tally.remastered++;
      tally.moves += route.moves().size();
      tally.reasons.add(route.reason());
    }
    if (placement.commonMaster(footprint.written()) != route.site()) {
      throw new AssertionError("an update was sent where its partitions are not: " + footprint);
    }
    for (long partition : footprint.read()) {
      if (placement.master(partition) != route.site()) {
        tally.cutReads++;
        break;
      }
    }
    updatesAt[route.site()]++;
    return route.site();
  }

  /**
   * Interactive transactions: the first partition of each is known when its site is chosen, the
   * others come later and are moved there.
   */
  void runTransactions(int count, Supplier<Footprint> workload) {
    for (int i = 0; i < count; i++) {
      nowUs += gapUs;
      if (nowUs >= nextRebalanceUs) {
        nextRebalanceUs = nowUs + 100_000;
        scheme.rebalance(nowUs).ifPresent(this::rebalance);
      }
      transact(workload.get());
    }
  }

  private void transact(Footprint all) {
    Footprint first = Footprint.of(new long[] {all.written()[0]}, new long[0]);
    int site = scheme.routeTransaction(first, VersionVector.ZERO, nowUs);
    List<Move> moves = new ArrayList<>();
    for (long partition : all.written()) {
      if (placement.master(partition) != site) {
        moves.add(new Move(partition, placement.master(partition), site));
      }
    }
    apply(moves);
    tally.updates++;
    tally.remastered += moves.isEmpty() ? 0 : 1;
    scheme.observeTransaction(all, !moves.isEmpty(), nowUs);
  }

  private void rebalance(Rebalance rebalance) {
    tally.rebalances++;
    tally.balanceMoves += rebalance.moves().size();
    tally.reasons.add(rebalance.reason());
    apply(rebalance.moves());
  }

  private void apply(List<Move> moves) {
    for (Move move : moves) {
      if (placement.master(move.partition()) != move.from() || move.from() == move.to()) {
        throw new AssertionError("a move from where the partition is not: " + move);
      }
      placement.learn(move.partition(), placement.term(move.partition()) + 1, move.to());
    }
  }

  /** Forgets what was counted so far. */
  void startCounting() {
    tally = new Tally();
    java.util.Arrays.fill(updatesAt, 0);
  }

  Tally tally() {
    return tally;
  }

  /** Share of the counted updates that ran at a site. */
  double shareAt(int site) {
    return updatesAt[site] / (double) tally.updates;
  }

  /** By how much the busiest or idlest site is off an even share, as a part of it. */
  double worstDeviation() {
    double worst = 0;
    for (int site = 1; site <= sites; site++) {
      worst = Math.max(worst, Math.abs(shareAt(site) * sites - 1));
    }
    return worst;
  }

  String summary() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%d updates, remastered %.2f %% (%d moves), %d rebalances (%d moves), reads at cuts %.2f"
                + " %%, shares",
            tally.updates,
            100 * tally.remasteredShare(),
            tally.moves,
            tally.rebalances,
            tally.balanceMoves,
            100.0 * tally.cutReads / tally.updates));
    for (int site = 1; site <= sites; site++) {
      text.append(String.format(" %.3f", shareAt(site)));
    }
    return text.toString();
  }
}
