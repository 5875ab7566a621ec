package org.thetisdb.benchmarks.driver;

import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.error.ThetisException;

/**
 * Runs a workload: loads, drives, checks. One instance, one run; the calling thread keeps the time
 * while the clients live on threads of their own.
 */
public final class Benchmark {
  private final Driven load;
  private final Target target;
  private final RunOptions options;
  private final RunListener listener;
  private final CostMeter costMeter;

  /** A run of a workload of procedures that has not begun. */
  public Benchmark(
      ThetisClient client, Workload workload, RunOptions options, RunListener listener) {
    this(new Load(client, workload, options), Target.of(client), options, listener);
  }

  /** A run that has not begun, and does not measure what it costs. */
  public Benchmark(Driven load, Target target, RunOptions options, RunListener listener) {
    this(load, target, options, listener, CostMeter.NONE);
  }

  /** A run that has not begun. */
  public Benchmark(
      Driven load, Target target, RunOptions options, RunListener listener, CostMeter costMeter) {
    this.costMeter = costMeter;
    this.load = load;
    this.target = target;
    this.options = options;
    this.listener = listener;
  }

  /**
   * Makes the data.
   *
   * @throws ThetisException if the database does not do it
   */
  public void prepare() throws InterruptedException {
    load.prepare(listener);
  }

  /** Drives the clients, lets them come to rest, and checks the invariants. */
  public BenchResult run() throws InterruptedException {
    try (load;
        BenchmarkClock clock = new BenchmarkClock(target, load, options, listener, costMeter)) {
      load.start();
      listener.onStarted();
      clock.run();
      long unbegun = load.stop();
      String unrest = clock.awaitRest();
      clock.addRest();
      if (unrest == null) {
        listener.onChecking();
      }
      return result(clock, unbegun, unrest == null ? load.check() : unrest);
    }
  }

  private BenchResult result(BenchmarkClock clock, long unbegun, String invariants) {
    ServerInfo server = target.server();
    Course course = clock.course();
    BenchResult.Setup setup =
        new BenchResult.Setup(
            load.name(),
            load.via(),
            load.isolation(),
            load.style(),
            load.types(),
            server.scheme(),
            server.durability(),
            course.sites(),
            options);
    return new BenchResult(
        setup,
        course.countedS(),
        course.totals(),
        unbegun,
        course.cluster(),
        course.seconds(),
        load.loaded(),
        course.placement(load.footprints()),
        clock.costs(),
        load.errors(),
        load.conflicts(),
        invariants,
        0);
  }
}
