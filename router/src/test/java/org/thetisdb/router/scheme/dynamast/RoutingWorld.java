package org.thetisdb.router.scheme.dynamast;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.StrategySettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.Beginning;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.StrategyConfig;
import org.thetisdb.router.scheme.dynamast.paper.PaperScheme;

/**
 * The routing core with nothing around it, with the settings that are shipped: synthetic updates
 * are routed one after the other on virtual time, moves happen at once. Counts what a cluster would
 * have had to do.
 *
 * <p>Sites have a clockwork of their own: each update takes {@link #serviceUs} of its site's
 * processor and a quarter of that of every other's, and is applied elsewhere after a while. A world
 * may have fewer processors than sites; then all get less.
 */
public class RoutingWorld implements ClusterView {
  static final int TABLE = 16;
  private static final int GRID = 100;
  static final long MOVE_US = 1_000;
  private static final long LOAD_EVERY_US = 100_000;
  private static final long LAG_US = 2_000;

  public final Placement placement;
  public final Scheme scheme;
  public final Random random;
  final Measures measures = new Measures();

  /** What an update takes; by default so much that one site could just not do the work of all. */
  long serviceUs = 200;

  /** Processors that the sites share; as many as there are sites, or fewer. */
  double processors;

  /** Whether all sites run on one machine. */
  boolean oneMachine;

  private final int sites;
  private long gapUs;
  private final long[] updatesAt;
  private final long[] position;
  private final long[] usedUs;

  /** Work of the threads that apply what other sites have committed. */
  private double refreshUs;

  private final double[] workUs;
  private final long[][] applied;
  private final long[] appliedAtUs;
  private final long[] lagUs;
  private final Map<Long, Move> lastMoves = new HashMap<>();
  private final Map<Long, Long> lastMovedUs = new HashMap<>();
  private final Map<Long, Integer> movesOf = new HashMap<>();
  private int yetToJoin;
  private int joined;
  private long nowUs = 1_000_000;
  private long nextRebalanceUs;
  private long nextLoadUs = nowUs + LOAD_EVERY_US;
  private Tally tally = new Tally();

  /** What happened since {@link #startCounting}. */
  public static final class Tally {
    int updates;
    int remastered;
    public int moves;
    int rebalances;
    int balanceMoves;
    public int cutReads;
    int allMoves;
    int movedBack;

    /** Statements of transactions that had to wait for a move. */
    int waits;

    final List<String> reasons = new ArrayList<>();

    public double remasteredShare() {
      return remastered / (double) updates;
    }
  }

  public RoutingWorld(int sites, long seed, int updatesPerS) {
    this(sites, seed, updatesPerS, Map.of(), FirstMaster.SCATTERED);
  }

  public RoutingWorld(
      int sites, long seed, int updatesPerS, Map<String, String> flags, FirstMaster first) {
    this(sites, seed, updatesPerS, flags, first, GRID);
  }

  /** A world with a grid of so many keys, or with ranges if that is 0. */
  public RoutingWorld(
      int sites,
      long seed,
      int updatesPerS,
      Map<String, String> flags,
      FirstMaster first,
      int partitionKeys) {
    this.sites = sites;
    this.processors = sites;
    this.gapUs = 1_000_000 / updatesPerS;
    this.random = new Random(seed);
    this.placement =
        new Placement(new Roster(new ClusterSettings("test", sites, partitionKeys, first)));
    Settings settings = ThetisSettings.builder().flags(flags).build();
    StrategyConfig strategy = StrategyConfig.from(settings);
    SamplingConfig sampling = SamplingConfig.from(settings);
    this.scheme =
        strategy.strategy() == StrategySettings.Strategy.AUTO
            ? new DynaMastScheme(
                strategy, sampling, placement, this, measures, new Random(seed + 1))
            : new PaperScheme(strategy, sampling, placement, this, new Random(seed + 1));
    this.updatesAt = new long[sites + 1];
    this.position = new long[sites];
    this.usedUs = new long[sites + 1];
    this.workUs = new double[sites + 1];
    this.applied = new long[sites + 1][sites];
    this.appliedAtUs = new long[sites + 1];
    this.lagUs = new long[sites + 1];
    java.util.Arrays.fill(lagUs, LAG_US);
  }

  /** Has a site apply what others commit only so much later. */
  public void setLag(int site, long lateUs) {
    lagUs[site] = lateUs;
  }

  /** From now on so many updates come in a second. */
  void setRate(int updatesPerS) {
    gapUs = 1_000_000 / updatesPerS;
  }

  @Override
  public boolean shareMachine(int site, int other) {
    return oneMachine;
  }

  @Override
  public int sites() {
    return sites;
  }

  @Override
  public boolean isUsable(int site) {
    return site >= 1 && site <= sites && site != yetToJoin;
  }

  @Override
  public boolean hasJoined(int site) {
    return site == joined;
  }

  /** The last site is not there until it {@linkplain #join joins}. */
  void withoutLast() {
    yetToJoin = sites;
  }

  /** The last site joins. */
  void join() {
    joined = yetToJoin;
    yetToJoin = 0;
  }

  /** How often the partition moved that moved most often. */
  int mostMovesOfOne() {
    return movesOf.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  @Override
  public boolean canRelease(int site) {
    return isUsable(site);
  }

  @Override
  public VersionVector report(int site) {
    if (nowUs - appliedAtUs[site] >= lagUs[site]) {
      applied[site] = position.clone();
      appliedAtUs[site] = nowUs;
    }
    long[] report = applied[site].clone();
    report[site - 1] = position[site - 1];
    return VersionVector.of(report);
  }

  public static long partition(long index) {
    return PartitionId.of(TABLE, index);
  }

  public static Footprint writes(long... indexes) {
    long[] written = new long[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      written[i] = partition(indexes[i]);
    }
    return Footprint.of(written, new long[0]);
  }

  /** Routes {@code count} updates. */
  public void run(int count, Supplier<Footprint> workload) {
    for (int i = 0; i < count; i++) {
      update(workload.get());
      pass();
    }
  }

  private void pass() {
    nowUs += gapUs;
    if (nowUs >= nextLoadUs) {
      nextLoadUs = nowUs + LOAD_EVERY_US;
      report();
    }
    if (nowUs >= nextRebalanceUs) {
      nextRebalanceUs = nowUs + 50_000;
      scheme.rebalance(nowUs).ifPresent(this::rebalance);
      afterRebalance();
    }
  }

  /** Called when partitions have moved for an update. */
  void afterMoves(Footprint update, List<Move> moves) {}

  /** Called whenever the scheme was asked whether it wants something moved. */
  void afterRebalance() {}

  /** The time of this world. */
  long nowUs() {
    return nowUs;
  }

  /** Sites tell how much they work; where processors are too few, all wait for them alike. */
  private void report() {
    double wanted = refreshUs;
    refreshUs = 0;
    for (int site = 1; site <= sites; site++) {
      wanted += workUs[site];
    }
    double had = Math.min(1, processors * LOAD_EVERY_US / Math.max(1, wanted));
    long committed = 0;
    for (long each : position) {
      committed += each;
    }
    for (int site = 1; site <= sites; site++) {
      usedUs[site] += (long) Math.min((double) LOAD_EVERY_US, workUs[site] * had);
      workUs[site] = 0;
      long own = position[site - 1];
      measures.onLoad(site, own, committed - own, usedUs[site], nowUs);
    }
  }

  private void work(int at) {
    position[at - 1]++;
    updatesAt[at]++;
    workUs[at] += serviceUs;
    refreshUs += (sites - 1) * serviceUs / 4.0;
  }

  /** Routes an update of a kind. */
  void runOf(long kind, Footprint footprint) {
    scheme.observe(footprint, kind, 1 + random.nextInt(32), nowUs);
    route(footprint);
    pass();
  }

  /** Routes one update; returns where it ran. */
  public int update(Footprint footprint) {
    scheme.observe(footprint, 1 + random.nextInt(32), nowUs);
    return route(footprint);
  }

  private int route(Footprint footprint) {
    Route route = scheme.routeUpdate(footprint, VersionVector.ZERO, nowUs);
    apply(route.moves());
    afterMoves(footprint, route.moves());
    tally.updates++;
    boolean written = false;
    if (!route.isSettled()) {
      tally.remastered++;
      tally.moves += route.moves().size();
      tally.reasons.add(route.reason());
      for (Move move : route.moves()) {
        written |= java.util.Arrays.binarySearch(footprint.written(), move.partition()) >= 0;
      }
    }
    if (placement.commonMaster(footprint.written()) != route.site()) {
      throw new AssertionError("an update was sent where its partitions are not: " + footprint);
    }
    boolean elsewhere = false;
    for (long partition : footprint.read()) {
      elsewhere |= placement.master(partition) != route.site();
    }
    tally.cutReads += elsewhere ? 1 : 0;
    measures.onUpdateAnswered(elsewhere, elsewhere ? serviceUs + 1_000 : serviceUs);
    scheme.onCommitted(written, nowUs);
    work(route.site());
    return route.site();
  }

  /**
   * Interactive transactions: the first partition of each is known when its site is chosen, the
   * others come later and are moved there.
   */
  void runTransactions(int count, Supplier<Footprint> workload) {
    for (int i = 0; i < count; i++) {
      transact(1, workload.get());
      pass();
    }
  }

  /** One of them, with a statement that looks like all others of its template. */
  int transact(long template, Footprint all) {
    Footprint first = Footprint.of(new long[] {all.written()[0]}, new long[0]);
    Beginning beginning = new Beginning(first, template, new long[0]);
    long[] predicted = scheme.predictWrites(beginning);
    int gathersAt = scheme.gathersAt();
    int site =
        gathersAt != 0
            ? gathersAt
            : scheme
                .routeUpdate(
                    Footprint.of(predicted.clone(), new long[0]), VersionVector.ZERO, nowUs)
                .site();
    int waits = gather(site, predicted);
    for (long partition : all.written()) {
      waits += gather(site, new long[] {partition});
    }
    tally.updates++;
    tally.remastered += waits > 0 ? 1 : 0;
    tally.waits += waits;
    scheme.observeTransaction(all, beginning, 1, nowUs);
    scheme.onCommitted(waits > 0, nowUs);
    work(site);
    return site;
  }

  private int gather(int site, long[] partitions) {
    if (placement.commonMaster(partitions) == site) {
      return 0;
    }
    apply(scheme.routeTo(site, partitions, VersionVector.ZERO, nowUs).moves());
    return 1;
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
      Move last = lastMoves.put(move.partition(), move);
      Long lastUs = lastMovedUs.put(move.partition(), nowUs);
      tally.allMoves++;
      movesOf.merge(move.partition(), 1, Integer::sum);
      tally.movedBack +=
          last != null && last.from() == move.to() && nowUs - lastUs < 1_000_000 ? 1 : 0;
    }
    if (!moves.isEmpty()) {
      measures.onMoved(MOVE_US);
    }
  }

  /** Forgets what was counted so far. */
  public void startCounting() {
    tally = new Tally();
    java.util.Arrays.fill(updatesAt, 0);
  }

  public Tally tally() {
    return tally;
  }

  /** Share of the counted updates that ran at a site. */
  public double shareAt(int site) {
    return updatesAt[site] / (double) tally.updates;
  }

  /** Share of the counted updates that ran at the site with the most. */
  public double largestShare() {
    double largest = 0;
    for (int site = 1; site <= sites; site++) {
      largest = Math.max(largest, shareAt(site));
    }
    return largest;
  }

  /** The first partition, by its index, that a site masters. */
  public int partitionAt(int site, int... without) {
    int index = 0;
    while (placement.master(partition(index)) != site
        || java.util.Arrays.stream(without).boxed().toList().contains(index)) {
      index++;
    }
    return index;
  }

  /** Has a partition moved, for no reason. */
  void moveTo(long index, int site) {
    if (placement.master(partition(index)) != site) {
      placement.learn(partition(index), placement.term(partition(index)) + 1, site);
    }
  }

  /** By how much the busiest or idlest site is off an even share, as a part of it. */
  public double worstDeviation() {
    double worst = 0;
    for (int site = 1; site <= sites; site++) {
      worst = Math.max(worst, Math.abs(shareAt(site) * sites - 1));
    }
    return worst;
  }

  public String summary() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            "%d updates, remastered %.2f %% (%d moves), moved back %d of %d, %d rebalances (%d moves), reads at cuts %.2f"
                + " %%, shares",
            tally.updates,
            100 * tally.remasteredShare(),
            tally.moves,
            tally.movedBack,
            tally.allMoves,
            tally.rebalances,
            tally.balanceMoves,
            100.0 * tally.cutReads / tally.updates));
    for (int site = 1; site <= sites; site++) {
      text.append(String.format(" %.3f (busy %.2f)", shareAt(site), measures.busy(site)));
    }
    return text.toString();
  }
}
