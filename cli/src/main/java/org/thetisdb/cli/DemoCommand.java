package org.thetisdb.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.Acknowledgement;
import org.thetisdb.benchmarks.driver.BenchResult;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.ResultTable;
import org.thetisdb.benchmarks.driver.RunOptions;
import org.thetisdb.benchmarks.driver.Second;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code thetis demo}: a real cluster that moves mastership until each transaction commits at one
 * site.
 */
@Command(
    name = "demo",
    description =
        "Starts a cluster of three sites, runs a bank on it, and shows how mastership settles.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  private static final int LOCALITY = 50;
  private static final int CLIENTS = 32;
  private static final double SETTLED_PERCENT = 5;

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private WorkloadOptions bank;

  @Option(
      names = "--duration",
      paramLabel = "S",
      defaultValue = "15",
      description = "Seconds that the bank runs (${DEFAULT-VALUE}).")
  private int durationS;

  @Option(
      names = "--seed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Seed of all choices (${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() throws InterruptedException {
    if (durationS < 1) {
      throw new ParameterException(spec.commandLine(), "--duration begins at 1 second.");
    }
    Console console = new Console(System.out);
    console.say(
        "Thetis starts a cluster: ZooKeeper, Kafka, sites and a router, all in this process.");
    try (TemporaryDirectory directory = new TemporaryDirectory();
        EmbeddedCluster started =
            EmbeddedCluster.start(cluster.settings(0), directory.path(), console);
        ThetisClient client = ThetisClient.connect(started.clientAddress().toString())) {
      console.say("  %s", started.describe());
      console.say(
          "%nSmallBank is loaded. Its ranges split, and spread over the sites, as the load asks for it.");
      RunOptions run = new RunOptions(CLIENTS, durationS, 0, 0, seed);
      Benchmark benchmark =
          new Benchmark(client, new SmallBank(bank.options(LOCALITY)), run, console);
      BenchResult result =
          started.whileItRuns(
              () -> {
                benchmark.prepare();
                return benchmark.run();
              });
      System.out.println();
      System.out.print(ResultTable.of(result));
      return conclude(result, console);
    }
  }

  private static int conclude(BenchResult result, Console console) {
    List<Second> seconds = result.seconds();
    String chart = SettlingChart.of(seconds);
    if (!chart.isEmpty()) {
      console.say(
          "%nTransactions that had to move mastership first, second by second:%n%n%s", chart);
    }
    double first = SettlingChart.mean(seconds.subList(0, 1));
    double last = SettlingChart.mean(seconds.subList(seconds.size() * 3 / 4, seconds.size()));
    console.say(
        chart.isEmpty()
            ? "No transaction had to move mastership: the sites share one machine, and there load"
                + " moves only when an engine needs most of a processor."
            : "In the first second %.1f %% of the transactions had to, in the last quarter %.2f %%.",
        first,
        last);
    console.say(
        "Each transaction that was acknowledged %s.",
        Acknowledgement.of(result.setup().durability()));
    boolean settled = last < SETTLED_PERCENT;
    if (!settled) {
      console.say("Mastership is still settling: a longer --duration shows it to the end.");
    }
    console.say(
        "The table counts from the first second on, in which the JVM still compiles. %s",
        WarmSecond.describe(seconds));
    if (result.isGood()) {
      console.say(
          "No money was made or lost: all balances add up to what was put in, less what was taken out.");
    } else {
      console.say("THE BALANCES ARE WRONG: %s", result.invariants());
    }
    return result.isGood() ? 0 : 1;
  }
}
