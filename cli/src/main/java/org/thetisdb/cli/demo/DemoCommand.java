package org.thetisdb.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.result.Acknowledgement;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.ResultTable;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.cli.bench.WorkloadOptions;
import org.thetisdb.cli.option.ClusterOptions;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cli.option.OwnClients;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.lab.shift.ShiftPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code thetis demo}: a real cluster that moves mastership until each transaction commits at one
 * site; then one in simulated time, where it follows a load whose locality shifts.
 */
@Command(
    name = "demo",
    description =
        "Act 1 starts a cluster of three sites in this process and runs a bank on it. Act 2 shows in"
            + " simulated time how mastership follows a load whose locality shifts, beside the same"
            + " load on a store that is partitioned by hash.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
  private static final int LOCALITY = 50;
  private static final int CLIENTS = 32;
  private static final double SETTLED_PERCENT = 5;

  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private WorkloadOptions bank;

  @Option(
      names = "--duration",
      paramLabel = "S",
      defaultValue = "10",
      description = "Seconds that the bank of act 1 runs (${DEFAULT-VALUE}).")
  private int durationS;

  @Option(
      names = "--simulated",
      paramLabel = "S",
      defaultValue = "3",
      description =
          "Simulated seconds that the load of act 2 runs, half of them before it shifts (${DEFAULT-VALUE}).")
  private int simulatedS;

  @Option(names = "--act", paramLabel = "N", description = "Only act 1, or only act 2.")
  private Integer act;

  @Option(
      names = "--seed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Seed of all choices (${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() {
    if (durationS < 1) {
      throw new ParameterException(spec.commandLine(), "--duration begins at 1 second.");
    }
    if (simulatedS < 1) {
      throw new ParameterException(spec.commandLine(), "--simulated begins at 1 second.");
    }
    if (act != null && act != 1 && act != 2) {
      throw new ParameterException(spec.commandLine(), "--act is 1 or 2.");
    }
    Console console = new Console(System.out);
    InterruptOnExit work = InterruptOnExit.begin();
    try {
      return show(console);
    } catch (InterruptedException e) {
      console.say("%nStopped before the end.");
      return 1;
    } finally {
      work.end();
    }
  }

  private int show(Console console) throws InterruptedException {
    boolean isGood = true;
    List<String> seen = new ArrayList<>();
    if (act == null || act == 1) {
      BenchResult bank = runBank(console);
      isGood = bank.isGood();
      seen.add(BankSummary.line(bank));
    }
    if (act == null || act == 2) {
      console.say(act == null ? "" : "Thetis runs two clusters in simulated time.");
      ShiftPlan plan = ShiftPlan.DEMO.withSeed(seed).withDuration(simulatedS);
      ShiftSummary shift = new SecondAct(plan, console).show();
      isGood &= shift.isGood();
      seen.add(shift.line());
    }
    console.say("%n%s", String.join(System.lineSeparator(), seen));
    return isGood ? 0 : 1;
  }

  private BenchResult runBank(Console console) throws InterruptedException {
    console.say(
        "Act 1. Thetis starts a cluster: ZooKeeper, Kafka, sites and a router, all in this process.");
    try (TemporaryDirectory directory = new TemporaryDirectory();
        EmbeddedCluster started =
            EmbeddedCluster.start(cluster.settings(0), directory.path(), console);
        ThetisClient client =
            ThetisClient.connect(started.clientAddress().toString(), OwnClients.of(started))) {
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
      console.say("%n%s", ResultTable.of(result).stripTrailing());
      conclude(result, console);
      return result;
    }
  }

  private static void conclude(BenchResult result, Console console) {
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
  }
}
