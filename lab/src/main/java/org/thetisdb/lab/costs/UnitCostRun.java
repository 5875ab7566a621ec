package org.thetisdb.lab.costs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.benchmarks.costs.Stage;
import org.thetisdb.benchmarks.driver.SteppedBenchmark;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.cost.Work;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.run.Trial;
import org.thetisdb.lab.simulated.LoopSample;
import org.thetisdb.lab.simulated.SimulatedCluster;
import org.thetisdb.lab.simulated.Stopwatch;
import org.thetisdb.simulation.cost.UnitCostFile.Spread;
import org.thetisdb.simulation.cost.UnitCosts;

/**
 * Measures unit costs: the engine's own code runs in simulated time on one thread, each task of it
 * is timed, and {@link CostFit} tells the steps apart. Every load is run once in each round, in
 * turn; the first round warms the JVM up and does not count. For one thread.
 */
public final class UnitCostRun {
  private static final int CLIENTS = 16;
  private static final List<Stage> STAGES = List.of(Stage.ROUTER, Stage.ENGINE, Stage.REFRESH);

  private final ExperimentLength length;
  private final Stopwatch stopwatch;
  private final Consumer<String> progress;
  private final Map<Work, List<Long>> found = new EnumMap<>(Work.class);

  /**
   * A run on the machine at hand.
   *
   * @param rounds that count
   * @param sizeDivisor by how much the data are smaller than usual
   * @param progress hears a line for each round
   */
  public UnitCostRun(int rounds, int sizeDivisor, Consumer<String> progress) {
    this(rounds, sizeDivisor, SystemStopwatch.INSTANCE, progress);
  }

  UnitCostRun(int rounds, int sizeDivisor, Stopwatch stopwatch, Consumer<String> progress) {
    this.length = new ExperimentLength(true, rounds, 0, 1, CLIENTS, sizeDivisor, 1);
    this.stopwatch = stopwatch;
    this.progress = progress;
  }

  /** Runs all rounds. */
  public UnitCostRun run() {
    for (int round = 0; round <= length.rounds(); round++) {
      List<LoopSample> samples = new ArrayList<>();
      for (MeasuredLoad load : MeasuredLoad.ALL) {
        samples.addAll(samples(load.trial(Math.max(1, round))));
      }
      List<CostFit> fits =
          STAGES.stream().map(stage -> CostFit.of(ofStage(samples, stage))).toList();
      if (round > 0) {
        fits.forEach(this::keep);
      }
      double error = fits.stream().mapToDouble(fit -> fit.loops() * fit.meanError()).sum();
      progress.accept(
          "round %d of %d%s: the time of a loop is that of its steps but for %.0f %%, in the mean"
              .formatted(
                  round,
                  length.rounds(),
                  round == 0 ? ", warm-up" : "",
                  100 * error / fits.stream().mapToInt(CostFit::loops).sum()));
    }
    return this;
  }

  private static List<LoopSample> ofStage(List<LoopSample> samples, Stage stage) {
    return samples.stream().filter(sample -> sample.stage() == stage).toList();
  }

  private List<LoopSample> samples(Trial trial) {
    Settings settings = ThetisSettings.builder().flags(trial.settings(length)).build();
    try (Workload workload = trial.point().workload().open(length);
        SimulatedCluster cluster =
            SimulatedCluster.start(trial.round(), settings, UnitCosts.SHIPPED, stopwatch)) {
      SteppedBenchmark benchmark = new SteppedBenchmark(cluster, workload, trial.options(length));
      benchmark.prepare();
      benchmark.run();
      return cluster.samples();
    }
  }

  private void keep(CostFit fit) {
    fit.costsNs()
        .forEach(
            (work, ns) ->
                found.computeIfAbsent(work, any -> new ArrayList<>()).add(Math.round(ns)));
  }

  /** The medians of all rounds; what is no processor's work is taken from {@code others}. */
  public UnitCosts medians(UnitCosts others) {
    UnitCosts costs = others;
    for (Map.Entry<Work, List<Long>> each : found.entrySet()) {
      List<Long> sorted = each.getValue().stream().sorted().toList();
      costs = costs.with(each.getKey(), sorted.get(sorted.size() / 2));
    }
    return costs;
  }

  /** The least and the most of all rounds. */
  public Map<Work, Spread> spreads() {
    Map<Work, Spread> spreads = new EnumMap<>(Work.class);
    found.forEach(
        (work, all) ->
            spreads.put(
                work,
                new Spread(
                    all.stream().mapToLong(Long::longValue).min().orElseThrow(),
                    all.stream().mapToLong(Long::longValue).max().orElseThrow())));
    return spreads;
  }
}
