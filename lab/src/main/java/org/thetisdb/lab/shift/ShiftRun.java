package org.thetisdb.lab.shift;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.benchmarks.correlated.CorrelatedOptions;
import org.thetisdb.benchmarks.correlated.CorrelatedYcsb;
import org.thetisdb.benchmarks.driver.BenchResult;
import org.thetisdb.benchmarks.driver.RunOptions;
import org.thetisdb.benchmarks.driver.StatusView;
import org.thetisdb.benchmarks.driver.SteppedBenchmark;
import org.thetisdb.benchmarks.driver.Weights;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.lab.simulated.SimulatedCluster;
import org.thetisdb.lab.simulated.SimulatedCosts;

/**
 * The load of a plan on a cluster of its own under one scheme. One instance, one run, one thread.
 */
public final class ShiftRun {
  private static final Weights UPDATES = Weights.of(100, 0);
  private static final String PARTITION_KEYS = "100";

  private static final long PATIENCE_US = 30_000_000;
  private static final long SLICE_US = 1_000;

  private final ShiftPlan plan;
  private final Map<String, String> settings;
  private final CorrelatedYcsb ycsb;
  private final HeatedYcsb workload;

  private ShiftRun(ShiftPlan plan, Map<String, String> settings) {
    this.plan = plan;
    this.settings = settings;
    this.ycsb =
        new CorrelatedYcsb(
            new CorrelatedOptions(plan.partitions(), 0, UPDATES, plan.affinity(), -1));
    this.workload = new HeatedYcsb(ycsb, plan.partitions());
  }

  /** A run under dynamast, whose masters begin scattered over the sites, a partition each. */
  public static ShiftRun dynamast(ShiftPlan plan) {
    return new ShiftRun(
        plan,
        Map.of(
            BasicSettings.SCHEME.name(),
            SchemeRegistry.DYNAMAST.name(),
            BasicSettings.PARTITION_KEYS.name(),
            PARTITION_KEYS));
  }

  /** A run on a partitioned store whose rows are dealt out by hash, and stay. */
  public static ShiftRun byHash(ShiftPlan plan) {
    return new ShiftRun(
        plan, Map.of(BasicSettings.SCHEME.name(), SchemeRegistry.PARTITION_STORE.name()));
  }

  /**
   * Loads, runs, and checks.
   *
   * @param lookUs when maps are drawn, from the load's beginning
   * @param onMap gets them while it runs
   */
  public ShiftFigures run(List<Long> lookUs, Consumer<HeatMap> onMap) {
    Settings all =
        ThetisSettings.builder()
            .flags(settings)
            .flag(BasicSettings.CLUSTER_SITES.name(), Integer.toString(plan.sites()))
            .build();
    RunOptions options = new RunOptions(plan.clients(), plan.durationS(), 0, 0, plan.seed());
    try (SimulatedCluster cluster =
        SimulatedCluster.start(plan.seed(), all, SimulatedCosts.MEASURED.slower(plan.slowness()))) {
      SteppedBenchmark benchmark = new SteppedBenchmark(cluster, workload, options);
      benchmark.prepare();
      cluster.later(plan.shiftUs(), ycsb::shuffle);
      for (long atUs : lookUs) {
        cluster.later(atUs, () -> look(cluster, atUs, onMap));
      }
      BenchResult result = benchmark.run();
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

  /** What was written meanwhile, and where; the router answers few questions at once. */
  private void look(SimulatedCluster cluster, long atUs, Consumer<HeatMap> onMap) {
    int[] partitions = new int[plan.partitions()];
    long[] writes = new long[plan.partitions()];
    for (int place = 0; place < partitions.length; place++) {
      partitions[place] = ycsb.partitionAt(place);
      writes[place] = workload.takeWrites(partitions[place]);
    }
    ask(
        cluster,
        partitions,
        new ArrayList<>(),
        masters -> onMap.accept(map(atUs, masters, writes)));
  }

  private HeatMap map(long atUs, List<Integer> masters, long[] writes) {
    List<HeatMap.Cell> cells = new ArrayList<>();
    for (int place = 0; place < writes.length; place++) {
      cells.add(new HeatMap.Cell(masters.get(place), writes[place]));
    }
    return new HeatMap(atUs, plan.sites(), cells);
  }

  /** Asks for the masters one after the other; the last answer goes on. */
  private static void ask(
      SimulatedCluster cluster,
      int[] partitions,
      List<Integer> masters,
      Consumer<List<Integer>> onMasters) {
    String record = Long.toString(CorrelatedYcsb.firstRecord(partitions[masters.size()]));
    cluster
        .client()
        .explain(
            CorrelatedYcsb.TABLE,
            record,
            outcome -> {
              StatusView told = StatusView.parse((String) outcome.resultOrThrow());
              masters.add(told.root().path("site").asInt());
              if (masters.size() == partitions.length) {
                onMasters.accept(masters);
              } else {
                ask(cluster, partitions, masters, onMasters);
              }
            });
  }
}
