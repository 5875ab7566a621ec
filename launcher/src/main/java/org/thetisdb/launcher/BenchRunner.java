package org.thetisdb.launcher;

import java.sql.DriverManager;
import org.thetisdb.benchmarks.driver.BenchResult;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.Driven;
import org.thetisdb.benchmarks.driver.Load;
import org.thetisdb.benchmarks.driver.RunOptions;
import org.thetisdb.benchmarks.driver.Target;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.jdbc.ConnectionSource;
import org.thetisdb.benchmarks.jdbc.JdbcLoad;
import org.thetisdb.benchmarks.jdbc.JdbcOptions;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.launcher.cluster.EmbeddedCluster;

/** Runs a workload where it was asked for: embedded, on a running cluster, on another database. */
final class BenchRunner {
  private final ClusterOptions cluster;
  private final RunOptions run;
  private final Console console;

  BenchRunner(ClusterOptions cluster, RunOptions run, Console console) {
    this.cluster = cluster;
    this.run = run;
    this.console = console;
  }

  /** A workload with its clients, for a cluster that is known by then. */
  @FunctionalInterface
  interface Maker {
    /** The clients are told later to begin. */
    Driven make(ThetisClient client, String address);
  }

  /** Clients that call procedures. */
  Maker calling(Workload workload) {
    return (client, address) -> new Load(client, workload, run);
  }

  /** Clients that run statements. */
  Maker stating(JdbcWorkload workload, JdbcOptions jdbc) {
    return (client, address) ->
        new JdbcLoad(
            workload,
            () -> DriverManager.getConnection("jdbc:thetis://" + address + "/"),
            jdbc,
            run);
  }

  /** On a cluster that lives in this process for as long as the run takes. */
  BenchResult onEmbedded(Maker maker) throws InterruptedException {
    console.say("Starting a cluster in this process ...");
    try (TemporaryDirectory directory = new TemporaryDirectory();
        EmbeddedCluster started =
            EmbeddedCluster.start(cluster.settings(0), directory.path(), console)) {
      console.say("  %s", started.describe());
      String address = started.clientAddress().toString();
      return started.whileItRuns(() -> onRunning(address, maker));
    }
  }

  /** On a cluster that runs. */
  BenchResult onRunning(String address, Maker maker) throws InterruptedException {
    try (ThetisClient client = ThetisClient.connect(address)) {
      return drive(maker.make(client, address), Target.of(client));
    }
  }

  /** On any database that has a driver. */
  BenchResult onOther(String jdbcUrl, JdbcWorkload workload, JdbcOptions jdbc)
      throws InterruptedException {
    ConnectionSource source = () -> DriverManager.getConnection(jdbcUrl);
    return drive(new JdbcLoad(workload, source, jdbc, run), Target.unknown("other"));
  }

  private BenchResult drive(Driven driven, Target target) throws InterruptedException {
    Benchmark benchmark = new Benchmark(driven, target, run, console);
    benchmark.prepare();
    return benchmark.run();
  }
}
