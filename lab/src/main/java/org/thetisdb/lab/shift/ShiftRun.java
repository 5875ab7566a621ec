package org.thetisdb.lab.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.thetisdb.benchmarks.correlated.CorrelatedOptions;
import org.thetisdb.benchmarks.correlated.CorrelatedYcsb;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.SteppedBenchmark;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.lab.simulated.SimulatedCluster;
import org.thetisdb.simulation.cost.UnitCosts;

/**
 * The load of a plan on a cluster of its own under one scheme. One instance, one run, one thread.
 */
public final class ShiftRun {
  private static final Weights UPDATES = Weights.of(100, 0);
  private static final int NO_SKEW = 0;
  private static final int NO_SHUFFLE_BY_TIME = -1;
  private static final String PARTITION_KEYS = "100";
  private static final long PATIENCE_US = 30_000_000;
  private static final long SLICE_US = 1_000;
  private static final double MICROS_IN_S = 1e6;

  private final ShiftPlan plan;
  private final SchemeSpec scheme;
  private final CorrelatedYcsb ycsb;
  private final HeatedYcsb workload;

  private ShiftRun(ShiftPlan plan, SchemeSpec scheme) {
    this.plan = plan;
    this.scheme = scheme;
    this.ycsb =
        new CorrelatedYcsb(
            new CorrelatedOptions(
                plan.partitions(),
                NO_SKEW,
                UPDATES,
                plan.affinity(),
                NO_SHUFFLE_BY_TIME,
                plan.group()));
    this.workload = new HeatedYcsb(ycsb, plan.partitions());
  }

  /** A run under dynamast, whose masters begin scattered over the sites, a partition each. */
  public static ShiftRun dynamast(ShiftPlan plan) {
    return new ShiftRun(plan, SchemeRegistry.DYNAMAST);
  }

  /** A run on a partitioned store whose rows are dealt out by hash, and stay. */
  public static ShiftRun byHash(ShiftPlan plan) {
    return new ShiftRun(plan, SchemeRegistry.PARTITION_STORE);
  }

  /** What work costs in runs of a plan. */
  public static UnitCosts costs(ShiftPlan plan) {
    return UnitCosts.SHIPPED.withSlowSites(plan.slowness());
  }

  /**
   * Loads, runs, and checks.
   *
   * @param onMoment gets each tenth of a second when it is over
   */
  public ShiftFigures run(Consumer<Moment> onMoment) {
    Settings settings =
        ThetisSettings.builder()
            .flag(BasicSettings.SCHEME.name(), scheme.name())
            .flag(BasicSettings.PARTITION_KEYS.name(), PARTITION_KEYS)
            .flag(BasicSettings.CLUSTER_SITES.name(), Integer.toString(plan.sites()))
            .build();
    RunOptions options = new RunOptions(plan.clients(), plan.durationS(), 0, 0, plan.seed());
    try (SimulatedCluster cluster = SimulatedCluster.start(plan.seed(), settings, costs(plan))) {
      SteppedBenchmark benchmark = new SteppedBenchmark(cluster, workload, options);
      benchmark.prepare();
      BenchResult result = benchmark.run(new Watch(cluster, onMoment));
      return ShiftFigures.of(result, result.isGood() ? difference(cluster) : result.verdict());
    }
  }

  /** What sites hold that others do not, although they should; empty if there is nothing. */
  private static String difference(SimulatedCluster cluster) {
    String[] answer = new String[1];
    cluster.client().compareReplicas(outcome -> answer[0] = (String) outcome.resultOrThrow());
    long endUs = cluster.nowUs() + PATIENCE_US;
    while (answer[0] == null && cluster.nowUs() < endUs) {
      cluster.runForUs(SLICE_US);
    }
    if (answer[0] == null) {
      return "the sites could not be compared";
    }
    return StatusView.parse(answer[0]).root().path("equal").asBoolean()
        ? ""
        : "the sites differ: " + answer[0];
  }

  /** Shifts the locality, and draws maps, between two stretches of the run. */
  private final class Watch implements RunListener {
    private final SimulatedCluster cluster;
    private final Consumer<Moment> onMoment;
    private final Map<Integer, Look> looks = plan.looks();
    private long beganUs;
    private Look look;
    private double lookedAtS;
    private int[] masters = {};

    Watch(SimulatedCluster cluster, Consumer<Moment> onMoment) {
      this.cluster = cluster;
      this.onMoment = onMoment;
    }

    @Override
    public void onStarted() {
      beganUs = cluster.nowUs();
      begin(0);
    }

    @Override
    public void onSecond(Second counts) {
      if (look != null && !look.isFirst()) {
        lookNow();
      }
      onMoment.accept(new Moment(counts, map()));
      if (counts.number() == plan.shiftAfter()) {
        ycsb.shuffle();
      }
      begin(counts.number());
    }

    /** What comes after so many moments begins. */
    private void begin(int moments) {
      look = looks.get(moments);
      workload.forgetWrites();
      if (look != null && look.isFirst()) {
        lookNow();
      }
    }

    private void lookNow() {
      lookedAtS = (cluster.nowUs() - beganUs) / MICROS_IN_S;
      masters = new int[plan.partitions()];
      for (int place = 0; place < masters.length; place++) {
        masters[place] =
            cluster.masterOf(
                CorrelatedYcsb.TABLE, CorrelatedYcsb.firstRecord(ycsb.partitionAt(place)));
      }
    }

    private Optional<HeatMap> map() {
      return Optional.ofNullable(look).map(at -> new HeatMap(at, lookedAtS, plan.sites(), cells()));
    }

    private List<HeatMap.Cell> cells() {
      List<HeatMap.Cell> cells = new ArrayList<>();
      for (int place = 0; place < masters.length; place++) {
        cells.add(new HeatMap.Cell(masters[place], workload.writes(ycsb.partitionAt(place))));
      }
      return cells;
    }
  }
}
