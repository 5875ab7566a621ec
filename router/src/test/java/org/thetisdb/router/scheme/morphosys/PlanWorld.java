package org.thetisdb.router.scheme.morphosys;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SamplingConfig;

/**
 * What plans are made from, with nothing around it: sites that are as busy as a test says, and
 * cells of a grid that are dealt out over them. Moves happen at once.
 */
final class PlanWorld implements ClusterView {
  static final int TABLE = 16;
  private static final int CELL = 100;
  private static final long HORIZON_US = 10_000_000;

  final int sites;
  final Placement placement;
  final Measures measures = new Measures();
  final LearnedCosts costs = new LearnedCosts();
  final WorkloadModel model;
  final SiteForecast forecast;
  final HolderRules held;
  final BenefitEstimate benefit;
  final PlanMaker plans;
  final CopyPlans copies;
  private final int[] queued = new int[Stamp.MAX_SITE + 1];
  private final boolean[] lost = new boolean[Stamp.MAX_SITE + 1];
  private final List<LongHashSet> copied = new ArrayList<>();

  /** Sites that hold every row, the first ones; 0 for all. */
  private int fullSites;

  /** The site that has no memory for copies; 0 for none. */
  int full;

  private long nowUs = 1_000_000;

  PlanWorld(int sites) {
    this(sites, CELL);
  }

  /** A world with cells of so many keys, or with ranges if that is 0. */
  PlanWorld(int sites, int cellKeys) {
    this.sites = sites;
    FirstMaster first = cellKeys == 0 ? FirstMaster.FIRST_SITE : FirstMaster.SCATTERED;
    this.placement = new Placement(new Roster(new ClusterSettings("test", sites, cellKeys, first)));
    this.model = new WorkloadModel(placement, SamplingConfig.from(noSettings()), new Random(1));
    this.forecast = new SiteForecast(placement, model, costs, this, measures);
    this.held = new HolderRules(placement, this);
    this.benefit = new BenefitEstimate(model, forecast, HORIZON_US);
    this.plans = new PlanMaker(placement, model, this, forecast, held, benefit, 1);
    this.copies =
        new CopyPlans(
            placement,
            model,
            this,
            forecast,
            costs,
            new CopyPlans.Weighing(held, benefit, plans, 1));
    placement.setListener(
        new Placement.Listener() {
          @Override
          public void onMoved(long partition, int from, int to) {
            model.onMoved(partition, from, to);
          }

          @Override
          public void onReshaped(long partition) {
            model.onReshaped(partition);
          }

          @Override
          public void onBordersChanged() {
            model.findAgain();
          }

          @Override
          public long[] knownAt(int site) {
            return model.partitionsAt(site);
          }
        });
  }

  private static org.thetisdb.core.config.Settings noSettings() {
    return ThetisSettings.builder().flags(Map.of()).build();
  }

  static long cell(long index) {
    return PartitionId.of(TABLE, index);
  }

  static long[] cells(long... indexes) {
    long[] cells = new long[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      cells[i] = cell(indexes[i]);
    }
    return cells;
  }

  /** So many updates of these cells are seen, at even distances within a second. */
  void see(int count, long... written) {
    seeReading(count, new long[0], written);
  }

  /** The same, with cells that they read. */
  void seeReading(int count, long[] read, long... written) {
    for (int i = 0; i < count; i++) {
      nowUs += 1_000_000 / count;
      measures.onUpdate(nowUs);
      model.observe(Footprint.of(cells(written), cells(read)), nowUs);
    }
  }

  /** So many updates are seen within a second, each of which writes the keys that it is told. */
  void seeKeys(int count, IntFunction<List<RowKey>> keysOf) {
    for (int i = 0; i < count; i++) {
      nowUs += 1_000_000 / count;
      measures.onUpdate(nowUs);
      List<RowKey> keys = keysOf.apply(i);
      long[] written = keys.stream().mapToLong(this::partitionOf).toArray();
      model.observe(Footprint.of(written, new long[0]).withKeys(keys, List.of()), nowUs);
    }
  }

  private long partitionOf(RowKey key) {
    return placement.partitioning(key.tableId(), null).partitionOf(key.bytes());
  }

  /** A key of one byte. */
  static RowKey key(int table, int value) {
    return new RowKey(table, new byte[] {(byte) value});
  }

  /** A border in the first table, which is one range by now. */
  static Reshape border(int at) {
    byte[] open = {};
    return new Reshape(true, TABLE, open, key(TABLE, at).bytes(), open, 1);
  }

  /** Has a site be so busy, with the queue that belongs to that. */
  void setBusy(int site, double share) {
    queued[site] = (int) Math.round(LearnedCosts.queue(share));
    for (int i = 0; i < 500; i++) {
      forecast.look();
    }
    long usedUs = 0;
    measures.onLoad(site, 0, 0, 0, nowUs);
    for (int i = 1; i <= 40; i++) {
      usedUs += (long) (100_000 * share);
      measures.onLoad(site, i * 200L, 0, usedUs, nowUs + i * 100_000L);
    }
  }

  /** Has a cell mastered at a site. */
  void place(int site, long... indexes) {
    for (long cell : cells(indexes)) {
      if (placement.master(cell) != site) {
        placement.learn(cell, placement.term(cell) + 1, site);
      }
    }
  }

  /** The plan for a call that writes these cells. */
  PlanMaker.Plan plan(long... written) {
    return plans.forCall(Footprint.of(cells(written), new long[0]));
  }

  /** Only the first sites hold every row. */
  void holdAllAt(int first) {
    fullSites = first;
    for (int site = 0; site <= sites; site++) {
      copied.add(new LongHashSet());
    }
  }

  /** A site has copies of cells. */
  void copy(int site, long... indexes) {
    for (long cell : cells(indexes)) {
      copied.get(site).add(cell);
    }
  }

  @Override
  public boolean isFullOfCopies(int site) {
    return site == full;
  }

  @Override
  public boolean isPartial() {
    return fullSites > 0;
  }

  @Override
  public boolean holdsAll(int site) {
    return fullSites == 0 || site <= fullSites;
  }

  @Override
  public boolean holds(int site, long partition) {
    return placement.master(partition) == site || hasCopy(site, partition);
  }

  @Override
  public boolean hasCopy(int site, long partition) {
    return holdsAll(site) || copied.get(site).contains(partition);
  }

  @Override
  public boolean keepsCopy(int site, long partition) {
    return hasCopy(site, partition);
  }

  /** Makes moves, as a cluster would. */
  void make(List<Move> moves) {
    for (Move move : moves) {
      placement.learn(move.partition(), placement.term(move.partition()) + 1, move.to());
    }
  }

  void lose(int site) {
    lost[site] = true;
  }

  long nowUs() {
    return nowUs;
  }

  @Override
  public int sites() {
    return sites;
  }

  @Override
  public boolean isUsable(int site) {
    return site >= 1 && site <= sites && !lost[site];
  }

  @Override
  public boolean canRelease(int site) {
    return isUsable(site);
  }

  @Override
  public int queued(int site) {
    return queued[site];
  }

  @Override
  public VersionVector report(int site) {
    return VersionVector.ZERO;
  }
}
