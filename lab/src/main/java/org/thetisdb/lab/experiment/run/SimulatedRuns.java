package org.thetisdb.lab.experiment.run;

import java.util.Map;
import org.thetisdb.benchmarks.driver.SteppedBenchmark;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.cost.Work;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.Reconfiguration;
import org.thetisdb.lab.simulated.SimulatedCluster;
import org.thetisdb.simulation.cost.UnitCosts;

/** Runs on clusters in simulated time, whose sites have processors of their own. For one thread. */
public final class SimulatedRuns implements ClusterRuns {
  private static final long NANOS_IN_MICRO = 1_000;
  private static final long MICROS_IN_S = 1_000_000;

  /** So long before the end of a run its router is asked. */
  private static final long END_US = 10_000;

  private final UnitCosts costs;
  private RunInsight insight = RunInsight.NONE;
  private boolean watches;
  private String sample = "";

  /** Clusters whose work costs that. */
  public SimulatedRuns(UnitCosts costs) {
    this.costs = costs;
  }

  @Override
  public BenchResult run(Trial trial, ExperimentLength form) {
    Settings settings = ThetisSettings.builder().flags(trial.settings(form)).build();
    long seed = form.seed() + trial.round() - 1;
    try (Workload workload = trial.point().workload().open(form);
        SimulatedCluster cluster = start(trial, seed, settings)) {
      SteppedBenchmark benchmark = new SteppedBenchmark(cluster, workload, trial.options(form));
      benchmark.prepare();
      sample = "";
      RunOptions options = trial.options(form);
      if (watches) {
        watch(cluster, (options.warmUpS() + options.durationS()) * MICROS_IN_S - END_US);
      }
      MovingMidRun moving = moving(trial, form, cluster);
      BenchResult result = benchmark.run();
      insight = new RunInsight(cluster.work(), cluster.busy(), sample, Map.of(), moving.figures());
      return result;
    }
  }

  private SimulatedCluster start(Trial trial, long seed, Settings settings) {
    return trial.line().way().isEmpty()
        ? SimulatedCluster.start(seed, settings, costs)
        : SimulatedCluster.startWithLinks(seed, settings, costs, Reconfiguration.LINK_BYTES_PER_S);
  }

  private static MovingMidRun moving(Trial trial, ExperimentLength form, SimulatedCluster cluster) {
    Point point = trial.point();
    MovingMidRun moving =
        new MovingMidRun(
            cluster,
            trial.line().way(),
            trial.line().way().isEmpty()
                ? Reconfiguration.NONE
                : point.workload().reconfiguration(form, point.sites()));
    moving.prepare(point.sites(), trial.settings(form));
    moving.beginIn((Reconfiguration.WARM_UP_S + Reconfiguration.AT_S) * MICROS_IN_S);
    return moving;
  }

  /** What asks first hears nothing, and has it noted. */
  private void watch(SimulatedCluster cluster, long endUs) {
    cluster.client().workload(outcome -> {});
    cluster.later(
        endUs,
        () -> cluster.client().workload(outcome -> sample = (String) outcome.resultOrThrow()));
  }

  /** Code that is new to the JVM takes no more of its time. */
  @Override
  public boolean needsRehearsal() {
    return false;
  }

  @Override
  public void watch(boolean newWatches) {
    watches = newWatches;
  }

  @Override
  public RunInsight insight() {
    return insight;
  }

  @Override
  public String variant() {
    StringBuilder variant = new StringBuilder("-simulated");
    if (costs.ns(Work.MESSAGE) != UnitCosts.SHIPPED.ns(Work.MESSAGE)) {
      variant.append("-link-").append(costs.ns(Work.MESSAGE) / NANOS_IN_MICRO).append("us");
    }
    if (costs.ns(Work.ROUTER_TASK) != UnitCosts.SHIPPED.ns(Work.ROUTER_TASK)) {
      variant.append("-router-").append(costs.ns(Work.ROUTER_TASK)).append("ns");
    }
    return variant.toString();
  }

  @Override
  public String conditions() {
    return "Simulated time: the code that ships, each site and the router on a machine of its own, work that takes as long as it was measured to. A message takes %,d µs, an append to a log about %,d µs; the router's one thread works %.1f µs for each message%s."
        .formatted(
            costs.ns(Work.MESSAGE) / NANOS_IN_MICRO,
            costs.ns(Work.APPEND) / NANOS_IN_MICRO,
            costs.us(Work.ROUTER_TASK),
            costs.ns(Work.ROUTER_TASK) < UnitCosts.SHIPPED.ns(Work.ROUTER_TASK)
                ? ", which is less than was measured, as if it were several"
                : "");
  }
}
