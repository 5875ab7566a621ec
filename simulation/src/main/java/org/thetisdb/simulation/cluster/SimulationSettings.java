package org.thetisdb.simulation.cluster;

import java.util.Locale;
import java.util.random.RandomGenerator;
import org.thetisdb.core.config.RebalanceSettings;
import org.thetisdb.core.config.SchemeSettings.BatchFallback;
import org.thetisdb.core.config.SchemeSettings.FragmentControl;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.config.StrategySettings.Strategy;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.router.config.ControlConfig;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.config.PhaseConfig;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.server.commit.RowLogging;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.simulation.cluster.trouble.Troubles;
import org.thetisdb.store.OverflowConfig;

/**
 * What one simulated cluster looks like. Drawn from the seed, so that the same workload is run
 * under many configurations; each must keep the same promises.
 *
 * @param partitionKeys 0 for ranges, else the width of a grid's cells
 * @param randomBorders whether ranges are split, merged and moved at random, too
 * @param strategy what is set of it; all else is as shipped
 * @param storeEngine which row store the sites have
 * @param checkpointIntervalMs the time between checkpoints; 0 for none
 * @param checkpointStepUs how long the disk takes for each step of one
 * @param durationUs how long clients call and things break
 * @param faultGapUs the mean time between two faults; 0 for none
 * @param elasticGapUs the mean time between two changes of the sites; 0 for none
 * @param fullSites how many sites hold every row; 0 for all, negative for none
 * @param snapshotEpochs whether calls in epochs are only held to snapshot isolation
 * @param lanes how many sites share a machine and its rows
 * @param logStreams whether sites send each other what they log
 * @param sitesWaitMs how long a router that begins to lead waits for sites
 * @param slowestMessageUs the longest that a message takes
 */
public record SimulationSettings(
    int sites,
    int routers,
    int clients,
    int sessionsPerClient,
    int partitionKeys,
    boolean randomBorders,
    int versionsKept,
    StoreEngine storeEngine,
    FirstMaster firstMaster,
    SchemeSpec scheme,
    long fastestMessageUs,
    long slowestMessageUs,
    long appendUs,
    long appendIntervalUs,
    long reportIntervalUs,
    int cutIntervalUs,
    long leaseUs,
    int sitesWaitMs,
    int siteLostMs,
    long thinkUs,
    Settings strategy,
    long checkpointIntervalMs,
    long checkpointStepUs,
    long durationUs,
    long faultGapUs,
    long elasticGapUs,
    int fullSites,
    boolean snapshotEpochs,
    int lanes,
    boolean logStreams) {

  private static final long FAULT_GAP_US = 250_000;
  private static final long ELASTIC_GAP_US = 300_000;

  /** A history is short, and is to have many clumps. */
  private static final String CLAY_INTERVAL_MS = "100";

  private static final String EVEN_PERCENT = "1";

  /** Draws settings. */
  public static SimulationSettings draw(RandomGenerator random) {
    long fastest = 20L + random.nextInt(100);
    boolean dynamast = random.nextInt(8) > 0;
    return new SimulationSettingsBuilder()
        .sites(1 + random.nextInt(4))
        .routers(pick(random, 1, 2, 2, 3))
        .clients(1 + random.nextInt(3))
        .sessionsPerClient(1 + random.nextInt(4))
        .partitionKeys(pick(random, 0, 0, 0, 1, 2, 5, 20))
        .randomBorders(random.nextInt(5) > 0)
        .versionsKept(pick(random, 1, 2, 4, 8))
        // Of a number that is drawn anyway, so that a seed has the same history with any store.
        .storeEngine(fastest % 2 == 0 ? StoreEngine.SLAB : StoreEngine.HEAP)
        .firstMaster(
            dynamast && random.nextInt(4) > 0 ? FirstMaster.SCATTERED : FirstMaster.FIRST_SITE)
        .scheme(dynamast ? SchemeRegistry.DYNAMAST : SchemeRegistry.SINGLE_MASTER)
        .fastestMessageUs(fastest)
        .slowestMessageUs(fastest * pick(random, 2, 4, 20))
        .appendUs(pick(random, 50, 200, 1_000))
        .appendIntervalUs(pick(random, 0, 500, 2_000))
        .reportIntervalUs(pick(random, 300, 1_000, 5_000))
        .cutIntervalUs(pick(random, 300, 1_000, 4_000))
        .sitesWaitMs(pick(random, 600, 1_500, 4_000))
        .siteLostMs(pick(random, 50, 300, 1_000))
        .thinkUs(pick(random, 500, 2_000, 10_000))
        .strategy(strategyOf(pick(random, 0, 0, 0, 0, 1, 2, 3)))
        .checkpointIntervalMs(pick(random, 0, 100, 500, 2_000))
        .checkpointStepUs(pick(random, 0, 100, 3_000))
        .durationUs(2_000_000 + random.nextInt(3_000_000))
        .faultGapUs(random.nextInt(6) == 0 ? 0 : 50_000 + random.nextInt(500_000))
        .elasticGapUs(random.nextInt(2) == 0 ? 0 : 100_000 + random.nextInt(700_000))
        .build();
  }

  /**
   * The same with a scheme. Every site masters some partitions at first, wherever the scheme leaves
   * that open, so that transactions meet several masters.
   */
  SimulationSettings withScheme(SchemeSpec wanted) {
    return toBuilder()
        .partitionKeys(keysFor(wanted))
        .firstMaster(wanted.has(Trait.ONE_MASTER) ? FirstMaster.FIRST_SITE : FirstMaster.SCATTERED)
        .scheme(wanted)
        .build();
  }

  /**
   * The same where one site, or two, hold every row, and the others what they master; or none does,
   * in every third history of a scheme that knows how.
   */
  SimulationSettings withPartialSites() {
    boolean lacksFull = scheme.livesOn(Layout.WITHOUT_FULL_SITE) && durationUs % 3 == 0;
    return lacksFull
        ? withoutFullSite()
        : toBuilder()
            .sites(Math.max(2, sites))
            .partitionKeys(Math.max(1, partitionKeys))
            .fullSites(1 + versionsKept % 2)
            .build();
  }

  /** The same where no site holds every row. */
  SimulationSettings withoutFullSite() {
    return toBuilder()
        .sites(Math.max(2, sites))
        .partitionKeys(Math.max(1, partitionKeys))
        .fullSites(ClusterSettings.NO_FULL_SITE)
        .build();
  }

  /** Fixed masters have a grid; what is serializable gathers what it reads, so it has ranges. */
  private int keysFor(SchemeSpec wanted) {
    if (wanted.has(Trait.HAS_GRID)) {
      return Math.max(1, partitionKeys);
    }
    return wanted.has(Trait.NEEDS_RANGES) ? 0 : partitionKeys;
  }

  /**
   * Where rows go that memory has no room for: in some histories they leave it as soon as they may.
   * Of a number that is drawn anyway.
   */
  OverflowConfig overflow(long limitBytes) {
    return slowestMessageUs % 3 == 0 ? OverflowConfig.memory(limitBytes, 0) : OverflowConfig.NONE;
  }

  /**
   * How long it takes before something is done beside an engine: in many histories others commit
   * meanwhile. Of a number that is drawn anyway.
   */
  long queryStepUs() {
    return slowestMessageUs % 8 == 0 ? 1 + 2 * slowestMessageUs : 1;
  }

  /** Copies that partial clusters keep by themselves: of a number that is drawn anyway. */
  int copies() {
    return fullSites == ClusterSettings.NO_FULL_SITE ? 0 : (int) (fastestMessageUs % 3);
  }

  /**
   * In most histories every update is logged as what has changed, though the rows are short. Of a
   * number that is drawn anyway.
   */
  int deltaSavingBytes() {
    return durationUs % 4 == 0 ? RowLogging.NEVER : -1_000_000;
  }

  /** How phases go: of numbers that are drawn anyway, so that histories stay. */
  PhaseConfig phases() {
    return new PhaseConfig(fastestMessageUs % 3 == 0 ? 2_000 : 10_000);
  }

  /** The same with borders that come and go, in place of a grid. */
  SimulationSettings withRanges() {
    return toBuilder().partitionKeys(0).build();
  }

  /** The same with faults and changes of the sites, or without. */
  SimulationSettings withTroubles(Troubles wanted) {
    long faults = faultGapUs == 0 ? FAULT_GAP_US : faultGapUs;
    long changes = elasticGapUs == 0 ? ELASTIC_GAP_US : elasticGapUs;
    return toBuilder()
        .faultGapUs(wanted == Troubles.FAULTS ? faults : 0)
        .elasticGapUs(wanted == Troubles.ELASTIC ? changes : 0)
        .build();
  }

  /** The same where sites come and go, whatever else there is. */
  SimulationSettings withElasticity() {
    return toBuilder().elasticGapUs(elasticGapUs == 0 ? ELASTIC_GAP_US : elasticGapUs).build();
  }

  /**
   * The same for kills around appends: nothing else breaks, sites come and go, checkpoints are
   * taken, and there are two sites at least.
   */
  SimulationSettings withKillPoints() {
    return toBuilder()
        .sites(Math.max(2, sites))
        .siteLostMs(Math.min(siteLostMs, 1_500))
        .checkpointIntervalMs(checkpointIntervalMs == 0 ? 500 : checkpointIntervalMs)
        .durationUs(durationUs + durationUs / 2)
        .faultGapUs(0)
        .elasticGapUs(ELASTIC_GAP_US)
        .build();
  }

  /** The same where calls in epochs are only held to snapshot isolation. */
  SimulationSettings withSnapshotEpochs() {
    return toBuilder().snapshotEpochs(true).build();
  }

  /** The same where sites are lanes of one to three machines. */
  SimulationSettings withLanes() {
    int each = versionsKept > 2 ? 3 : 2;
    return toBuilder()
        .sites(each * (each == 3 ? 1 + sites % 2 : 1 + sites % 3))
        .fullSites(0)
        .lanes(each)
        .build();
  }

  /** The same where sites send each other what they log. */
  SimulationSettings withLogStreams() {
    return toBuilder().logStreams(true).build();
  }

  /** What a history of these settings is held to. */
  Isolation claims() {
    return snapshotEpochs ? Isolation.STRONG_SESSION_SNAPSHOT : scheme.claims();
  }

  /** How sites make batches: of numbers that are drawn anyway, so that histories stay. */
  BatchConfig batches() {
    BatchFallback[] fallbacks = BatchFallback.values();
    return new BatchConfig(
        1 + versionsKept * 4,
        fastestMessageUs % 4 == 0 ? 0 : 500 + slowestMessageUs,
        fastestMessageUs % 5 > 0,
        fallbacks[(int) (fastestMessageUs % fallbacks.length)],
        snapshotEpochs,
        true);
  }

  /**
   * What fragments do over undecided rows: of a number that is drawn anyway. If that is chosen, it
   * changes often.
   */
  ControlConfig control() {
    FragmentControl[] all = FragmentControl.values();
    return new ControlConfig(all[(int) (fastestMessageUs % all.length)], 20_000, 50_000, 4);
  }

  /** How long an epoch lasts; 0 if that follows from the log. Of a number that is drawn anyway. */
  int epochUs() {
    return durationUs % 5 == 0 ? 0 : phases().iterationUs();
  }

  /** When tables count as read-mostly: soon, and of a number that is drawn anyway. */
  ReadMostlyConfig readMostly() {
    if (scheme.has(Trait.LENDS_MASTERS)) {
      return new ReadMostlyConfig(slowestMessageUs % 2 == 0 ? 0 : 2_000, 100_000, 1);
    }
    return switch ((int) (durationUs % 3)) {
      case 0 -> new ReadMostlyConfig(1, 5_000, 1);
      case 1 -> new ReadMostlyConfig(3_000, 20_000, 1);
      default -> new ReadMostlyConfig(100_000, 100_000, 1);
    };
  }

  /**
   * When epoch coordinators get another share of the keys: often, and of a number that is drawn
   * anyway.
   */
  EpochConfig.Shares epochCoordinatorShares() {
    return switch ((int) (durationUs % 4)) {
      case 0 -> EpochConfig.Shares.DEFAULT;
      case 1 -> new EpochConfig.Shares(0, 0.001, 5_000);
      default -> new EpochConfig.Shares(0, 0.01, 100_000);
    };
  }

  /** Mostly what is shipped; now and then one of the paper's. */
  private static Settings strategyOf(int choice) {
    Strategy strategy =
        switch (choice) {
          case 1 -> Strategy.PAPER_YCSB;
          case 2 -> Strategy.PAPER_TPCC;
          case 3 -> Strategy.PAPER_SMALLBANK;
          default -> Strategy.AUTO;
        };
    String word = strategy.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return ThetisSettings.builder()
        .flag("strategy", word)
        .flag(RebalanceSettings.CLAY_INTERVAL_MS.name(), CLAY_INTERVAL_MS)
        .flag(RebalanceSettings.REBALANCE_EVEN_PERCENT.name(), EVEN_PERCENT)
        .build();
  }

  private static int pick(RandomGenerator random, int... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private SimulationSettingsBuilder toBuilder() {
    return new SimulationSettingsBuilder(this);
  }
}
