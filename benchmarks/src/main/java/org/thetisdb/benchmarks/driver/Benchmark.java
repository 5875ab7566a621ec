package org.thetisdb.benchmarks.driver;

import org.thetisdb.client.CallException;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.client.ThetisClient;

/**
 * Runs a workload on a cluster: uploads, loads, drives, checks. One instance, one run; the calling
 * thread keeps the time while the clients live on the client's thread.
 */
public final class Benchmark {
  private final ThetisClient client;
  private final Workload workload;
  private final RunOptions options;
  private final RunListener listener;
  private final Load load;

  /** A run that has not begun. */
  public Benchmark(
      ThetisClient client, Workload workload, RunOptions options, RunListener listener) {
    this.client = client;
    this.workload = workload;
    this.options = options;
    this.listener = listener;
    this.load = new Load(client, workload, options);
  }

  /**
   * Uploads the procedures and makes the data.
   *
   * @throws CallException if the cluster does not do it
   */
  public void prepare() throws InterruptedException {
    load.prepare(listener);
  }

  /** Drives the clients, lets them come to rest, and checks the invariants. */
  public BenchResult run() throws InterruptedException {
    try (load) {
      RunClock clock =
          new RunClock(client, load.meter(), options, workload.types().size(), listener);
      load.start();
      listener.onStarted();
      clock.run();
      long unbegun = load.stop();
      boolean atRest = load.awaitRest();
      clock.addRest();
      listener.onChecking();
      String invariants = atRest ? load.check() : "some clients did not come to rest";
      return result(clock, unbegun, invariants);
    }
  }

  private BenchResult result(RunClock clock, long unbegun, String invariants) {
    ServerInfo server = client.server();
    BenchResult.Setup setup =
        new BenchResult.Setup(
            workload.name(),
            workload.types(),
            server.scheme(),
            server.durability(),
            clock.sites(),
            options);
    return new BenchResult(
        setup,
        clock.countedS(),
        clock.totals(),
        unbegun,
        clock.cluster(),
        clock.seconds(),
        load.errors(),
        invariants,
        0);
  }
}
