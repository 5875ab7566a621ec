package org.thetisdb.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.bound.UpperBound;
import org.thetisdb.benchmarks.driver.BenchResult;
import org.thetisdb.benchmarks.driver.Benchmark;
import org.thetisdb.benchmarks.driver.ResultJson;
import org.thetisdb.benchmarks.driver.ResultTable;
import org.thetisdb.benchmarks.driver.RunOptions;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.listappend.ListAppend;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.launcher.cluster.EmbeddedCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis bench}: drives a workload and checks its invariants. */
@Command(
    name = "bench",
    description =
        "Drives a workload on an embedded or a running cluster, and checks its invariants.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis bench smallbank --sites 3 --clients 64 --duration 20 --json out.json",
      "  ./thetis bench smallbank --locality 100 --scheme single-master",
      "  ./thetis bench smallbank --url 127.0.0.1:7433",
      "  ./thetis bench list-append --history history.jsonl"
    })
final class BenchCommand implements Callable<Integer> {
  private static final long BOUND_STORE_BYTES = 512L << 20;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "WORKLOAD", description = "smallbank or list-append")
  private String workload;

  @Mixin private WorkloadOptions bank;
  @Mixin private ListAppendFlags lists;
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--clients",
      paramLabel = "C",
      defaultValue = "64",
      description = "Clients side by side (${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--duration",
      paramLabel = "S",
      defaultValue = "20",
      description = "Seconds that count (${DEFAULT-VALUE}).")
  private int durationS;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "30",
      description = "Seconds before, which do not (${DEFAULT-VALUE}).")
  private int warmUpS;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "0",
      description = "Calls a second; 0 calls as fast as answers come (${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--seed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Seed of all choices (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--url",
      paramLabel = "HOST:PORT",
      description = "A running cluster; without it an embedded one is started.")
  private String url;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON.")
  private Path json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent())) {
      throw new ParameterException(
          spec.commandLine(), "There is no directory for --json " + json + ".");
    }
    RunOptions run = runOptions();
    Console console = new Console(System.out);
    try (Workload driven = newWorkload()) {
      BenchResult result =
          url == null ? runEmbedded(driven, run, console) : run(url, driven, run, console);
      return conclude(driven, result, console);
    }
  }

  /** What is asked for, before any call. */
  private Workload newWorkload() {
    return switch (workload) {
      case SmallBank.NAME -> new SmallBank(bank.options(0));
      case ListAppend.NAME -> new ListAppend(lists.options());
      default ->
          throw new ParameterException(
              spec.commandLine(),
              "There is no workload \"%s\". There are: %s, %s."
                  .formatted(workload, SmallBank.NAME, ListAppend.NAME));
    };
  }

  private int conclude(Workload driven, BenchResult driverResult, Console console)
      throws IOException {
    BenchResult result = driverResult;
    if (driven.isRepeatable()) {
      console.onBound();
      try (Workload fresh = newWorkload()) {
        result = result.withBound(UpperBound.measure(fresh, seed, BOUND_STORE_BYTES));
      }
    }
    System.out.println();
    System.out.print(ResultTable.of(result));
    if (!driven.report().isEmpty()) {
      System.out.println();
      System.out.print(driven.report());
    }
    if (json != null) {
      Files.writeString(json, ResultJson.of(result).toPrettyString() + "\n");
    }
    return result.isGood() ? 0 : 1;
  }

  private RunOptions runOptions() {
    try {
      return new RunOptions(clients, durationS, warmUpS, rate, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private BenchResult runEmbedded(Workload driven, RunOptions run, Console console)
      throws InterruptedException {
    console.say("Starting a cluster in this process ...");
    try (TemporaryDirectory directory = new TemporaryDirectory();
        EmbeddedCluster started =
            EmbeddedCluster.start(cluster.settings(0), directory.path(), console)) {
      console.say("  %s", started.describe());
      String address = started.clientAddress().toString();
      return started.whileItRuns(() -> run(address, driven, run, console));
    }
  }

  private static BenchResult run(String address, Workload driven, RunOptions run, Console console)
      throws InterruptedException {
    try (ThetisClient client = ThetisClient.connect(address)) {
      Benchmark benchmark = new Benchmark(client, driven, run, console);
      benchmark.prepare();
      return benchmark.run();
    }
  }
}
