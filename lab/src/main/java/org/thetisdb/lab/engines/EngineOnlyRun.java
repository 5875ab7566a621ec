package org.thetisdb.lab.engines;

import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostProbe;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.RunListener;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.core.config.Settings;

/** Runs a workload on engines by themselves, from their start to their end. */
public final class EngineOnlyRun {
  private EngineOnlyRun() {}

  /**
   * What came of it.
   *
   * @param busy how much each engine's thread was busy, for people
   */
  public record Result(BenchResult result, String busy) {}

  /**
   * Starts the engines, loads, drives, checks and ends.
   *
   * @param workload a fresh instance
   * @param costs whether to measure what a transaction costs
   * @throws org.thetisdb.core.error.ThetisException if the engines cannot be started, or generators
   *     cannot serve the scheme
   */
  public static Result of(
      Settings settings, Workload workload, RunOptions options, RunListener listener, boolean costs)
      throws InterruptedException {
    try (EngineOnlyCluster engines = new EngineOnlyCluster(settings)) {
      engines.start();
      CostMeter meter = costs ? new CostProbe() : CostMeter.NONE;
      EngineLoad load = new EngineLoad(engines, workload, options);
      Benchmark benchmark = new Benchmark(load, load, options, listener, meter);
      benchmark.prepare();
      BenchResult result = benchmark.run();
      return new Result(result, load.report());
    }
  }
}
