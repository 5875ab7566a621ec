package org.thetisdb.cli.bench;

import java.sql.DriverManager;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.CostProbe;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.Driven;
import org.thetisdb.benchmarks.driver.Load;
import org.thetisdb.benchmarks.driver.Target;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.jdbc.ConnectionSource;
import org.thetisdb.benchmarks.jdbc.JdbcLoad;
import org.thetisdb.benchmarks.jdbc.JdbcOptions;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.cli.option.ClusterOptions;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cli.option.SecurityFlags;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;

/** Runs a workload where it was asked for: embedded, on a running cluster, on another database. */
final class BenchRunner {
  private final ClusterOptions cluster;
  private final RunOptions run;
  private final Console console;
  private final boolean costs;
  private final SecurityFlags security;

  BenchRunner(
      ClusterOptions cluster,
      RunOptions run,
      Console console,
      boolean costs,
      SecurityFlags security) {
    this.costs = costs;
    this.security = security;
    this.cluster = cluster;
    this.run = run;
    this.console = console;
  }

  /** A workload with its clients, for a cluster that is known by then. */
  @FunctionalInterface
  interface Maker {
    /** The clients begin later. */
    Driven make(ThetisClient client, String address);
  }

  /** Clients that call procedures. */
  Maker calling(Workload workload) {
    return (client, address) -> new Load(client, workload, run);
  }

  /** Clients that run statements. */
  Maker stating(JdbcWorkload workload, JdbcOptions jdbc) {
    return (client, address) -> new JdbcLoad(workload, () -> security.open(address), jdbc, run);
  }

  /** On a cluster that lives in this process for as long as the run takes. */
  BenchResult onEmbedded(Maker maker) throws InterruptedException {
    console.say("Starting a cluster in this process ...");
    try (TemporaryDirectory directory = new TemporaryDirectory();
        EmbeddedCluster started =
            EmbeddedCluster.start(cluster.settings(0), directory.path(), console)) {
      console.say("  %s", started.describe());
      String address = started.clientAddress().toString();
      CostMeter meter = costs ? new CostProbe() : CostMeter.NONE;
      return started.whileItRuns(() -> onRunning(address, maker, meter));
    }
  }

  /** On a cluster that runs. */
  BenchResult onRunning(String address, Maker maker) throws InterruptedException {
    return onRunning(address, maker, elsewhere());
  }

  private BenchResult onRunning(String address, Maker maker, CostMeter meter)
      throws InterruptedException {
    try (ThetisClient client = ThetisClient.connect(address, security.options())) {
      return drive(maker.make(client, address), Target.of(client), meter);
    }
  }

  private CostMeter elsewhere() {
    return costs
        ? CostMeter.absent("the cluster is not in the process of the benchmark")
        : CostMeter.NONE;
  }

  /** On any database that has a driver. */
  BenchResult onOther(String jdbcUrl, JdbcWorkload workload, JdbcOptions jdbc)
      throws InterruptedException {
    ConnectionSource source = () -> DriverManager.getConnection(jdbcUrl);
    return drive(new JdbcLoad(workload, source, jdbc, run), Target.unknown("other"), elsewhere());
  }

  private BenchResult drive(Driven driven, Target target, CostMeter meter)
      throws InterruptedException {
    Benchmark benchmark = new Benchmark(driven, target, run, console, meter);
    benchmark.prepare();
    return benchmark.run();
  }
}
