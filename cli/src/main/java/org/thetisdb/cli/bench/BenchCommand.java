package org.thetisdb.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.bound.UpperBound;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.result.ResultJson;
import org.thetisdb.benchmarks.driver.result.ResultTable;
import org.thetisdb.benchmarks.driver.result.RunOptions;
import org.thetisdb.benchmarks.jdbc.JdbcOptions;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.Style;
import org.thetisdb.cli.bench.WorkloadCatalog.Entry;
import org.thetisdb.cli.bench.WorkloadCatalog.Via;
import org.thetisdb.cli.option.ClusterOptions;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cli.option.SecurityFlags;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.lab.engines.EngineOnlyRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis bench}: drives a workload and checks its invariants. */
@Command(
    name = "bench",
    description =
        "Drives a workload on an embedded or a running cluster, and checks its invariants. docs/contribute/benchmarks.md says what each does and checks.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    subcommands = {
      HostileCommand.class,
      NewTextsCommand.class,
      ManyTablesCommand.class,
      LoginsCommand.class,
      RelationalCommand.class
    },
    footer = {
      "",
      "Workloads:",
      "                                            unit of --scale    usual  ways",
      "  smallbank    payments between customers   (--accounts)              procedure, jdbc",
      "  ycsb         one table, by key            1,000 records      100    jdbc",
      "  ycsb-correlated                           1,000 records      100    procedure",
      "  ycsb-accesses  ten accesses each          1,000 records      100    procedure",
      "  kv             twelve counters of a       partition          12     procedure",
      "                 storage engine",
      "  voter        votes by telephone           contestants        6      jdbc",
      "  tatp         a register of telephones     1,000 subscribers  20     jdbc",
      "  twitter      short messages               1,000 users        5      jdbc",
      "  sibench      a query against updates      10 rows            100    jdbc",
      "  statements   each statement timed       1,000 rows           10     jdbc",
      "  tpcc         a wholesaler's orders        warehouses         4      procedure, jdbc",
      "  list-append  lists, checked for isolation (--keys)                  procedure",
      "  hostile      a bystander beside hostile work; see `thetis bench hostile --help`",
      "  new-texts    texts that nobody has sent before",
      "  many-tables  definitions and metadata of thousands of tables",
      "  relational   a database over JDBC, straight and as a partition",
      "The first way is the usual one.",
      "",
      "Examples:",
      "  ./thetis bench smallbank --sites 3 --clients 64 --duration 20 --json out.json",
      "  ./thetis bench smallbank --locality 100 --scheme single-master",
      "  ./thetis bench smallbank --url 127.0.0.1:7433",
      "  ./thetis bench smallbank --via jdbc --terminals 32",
      "  ./thetis bench tpcc --scale 4 --clients 32",
      "  ./thetis bench tpcc --via jdbc --style oltp-bench --isolation read-committed",
      "  ./thetis bench ycsb --preset B --scale 1000 --skew 0.9",
      "  ./thetis bench ycsb-correlated --skew 0.75 --mix 90/10 --shuffle-at 60",
      "  ./thetis bench tpcc --scale 12 --mix 45/45/10 --costs",
      "  ./thetis bench smallbank --scheme partition-store --trace trace.txt",
      "  ./thetis bench ycsb-accesses --cross 10 --scheme star --sites 2 --engines-alone",
      "  ./thetis bench list-append --history history.jsonl"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final int CLIENTS = 64;
  private static final int STYLED_CLIENTS = 8;
  private static final long BOUND_STORE_BYTES = 2L << 30;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "WORKLOAD", description = "One of the list below.")
  private String workload;

  @Option(
      names = "--via",
      paramLabel = "WAY",
      description = "procedure: one call is a transaction; jdbc: statement by statement.")
  private Via via;

  @Option(
      names = {"--clients", "--terminals"},
      paramLabel = "C",
      description = "Clients side by side (64; 8 with --style).")
  private Integer clients;

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

  @Option(
      names = "--costs",
      description =
          "Shows what a transaction costs by stage: processor, memory, hand-overs. Only for a cluster in this process.")
  private boolean costs;

  @Option(
      names = "--engines-alone",
      description =
          "Measures what the engines can do by themselves: real sites in this process, but generators in place of a router and of clients, no sockets, and logs in memory, so that no answer is durable. For workloads with procedures, and schemes that move no masters and need one site for a call.")
  private boolean enginesAlone;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON.")
  private Path json;

  @Mixin private JdbcFlags jdbc;
  @Mixin private PortFlags ports;
  @Mixin private WorkloadOptions bank;
  @Mixin private ListAppendFlags lists;
  @Mixin private ClusterOptions cluster;
  @Mixin private SecurityFlags security;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent())) {
      throw new ParameterException(
          spec.commandLine(), "There is no directory for --json " + json + ".");
    }
    Console console = new Console(System.out);
    Entry entry = entry();
    Via way = way(entry);
    if (enginesAlone) {
      return runAlone(entry, way, console);
    }
    BenchRunner runner = new BenchRunner(cluster, runOptions(), console, costs, security);
    if (way == Via.PROCEDURE) {
      return runCalls(runner, entry, console);
    }
    boolean styled = jdbc.style() == Style.OLTP_BENCH;
    return runStatements(runner, (styled ? entry.styled() : entry.jdbc()).get());
  }

  private Entry entry() {
    if (workload == null) {
      throw wrong("Name a workload.");
    }
    WorkloadCatalog catalog = new WorkloadCatalog(bank, lists, ports);
    Entry entry = catalog.find(workload);
    if (entry == null) {
      throw wrong(
          "There is no workload \"%s\". There are: %s.".formatted(workload, catalog.names()));
    }
    refuseOptionsOfOthers(catalog, entry);
    return entry;
  }

  /** An option that has no effect would make a person believe that it has one. */
  private void refuseOptionsOfOthers(WorkloadCatalog catalog, Entry entry) {
    for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
      String owners = catalog.ownersOf(given.longestName());
      if (!owners.isEmpty() && !entry.options().contains(given.longestName())) {
        throw wrong(
            "%s is not an option of %s. It belongs to: %s."
                .formatted(given.longestName(), workload, owners));
      }
    }
  }

  private Via way(Entry entry) {
    String jdbcUrl = jdbc.jdbcUrl();
    Via way = via != null ? via : jdbcUrl != null ? Via.JDBC : entry.usual();
    if (!entry.has(way)) {
      throw wrong("%s cannot be run with --via %s.".formatted(workload, way.word()));
    }
    if (way == Via.JDBC && jdbc.style() == Style.OLTP_BENCH && entry.styled() == null) {
      throw wrong("%s is not a workload of OLTP-Bench.".formatted(workload));
    }
    boolean styled = way == Via.JDBC && jdbc.style() == Style.OLTP_BENCH;
    if (styled && spec.commandLine().getParseResult().hasMatchedOption("--preset")) {
      throw wrong("--preset has no effect with --style oltp-bench; --weights has.");
    }
    if (jdbcUrl != null && (way != Via.JDBC || url != null)) {
      throw wrong("--jdbc-url goes with --via jdbc, and without --url.");
    }
    if (jdbcUrl != null && DriverManager.drivers().noneMatch(this::accepts)) {
      throw wrong(
          "No driver takes --jdbc-url %s. Name its jar in THETIS_CLASS_PATH.".formatted(jdbcUrl));
    }
    if (way != Via.JDBC && !jdbc.givenInVain().isEmpty()) {
      throw wrong(jdbc.givenInVain());
    }
    return way;
  }

  private boolean accepts(Driver driver) {
    try {
      return driver.acceptsURL(jdbc.jdbcUrl());
    } catch (SQLException e) {
      return false;
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  private int runStatements(BenchRunner runner, JdbcWorkload driven)
      throws IOException, InterruptedException {
    JdbcOptions options = jdbc.options(driven);
    BenchResult result;
    if (jdbc.jdbcUrl() != null) {
      result = runner.onOther(jdbc.jdbcUrl(), driven, options);
    } else if (url != null) {
      result = runner.onRunning(url, runner.stating(driven, options));
    } else {
      result = runner.onEmbedded(runner.stating(driven, options));
    }
    return conclude(result, driven.report(result));
  }

  private int runCalls(BenchRunner runner, Entry entry, Console console)
      throws IOException, InterruptedException {
    try (Workload driven = entry.procedures().get()) {
      BenchRunner.Maker calling = runner.calling(driven);
      BenchResult result =
          url == null ? runner.onEmbedded(calling) : runner.onRunning(url, calling);
      if (driven.isRepeatable()) {
        console.onBound();
        try (Workload fresh = entry.procedures().get()) {
          result = result.withBound(bound(fresh));
        }
      }
      return conclude(result, driven.report(result));
    }
  }

  private int runAlone(Entry entry, Via way, Console console)
      throws IOException, InterruptedException {
    if (way != Via.PROCEDURE || url != null || rate != 0) {
      throw wrong("--engines-alone goes with procedures, and without --url and --rate.");
    }
    try (Workload driven = entry.procedures().get()) {
      console.say("Starting engines alone, without a router; no answer is durable ...");
      EngineOnlyRun.Result run =
          EngineOnlyRun.of(cluster.settings(0), driven, runOptions(), console, costs);
      return conclude(run.result(), driven.report(run.result()) + run.busy());
    }
  }

  private double bound(Workload fresh) {
    StoreEngine engine = cluster.settings(0).get(SiteSettings.STORE_ENGINE);
    return UpperBound.measure(fresh, seed, engine, BOUND_STORE_BYTES);
  }

  private int conclude(BenchResult result, String report) throws IOException {
    System.out.println();
    System.out.print(ResultTable.of(result));
    if (!report.isEmpty()) {
      System.out.println();
      System.out.print(report);
    }
    if (json != null) {
      Files.writeString(json, ResultJson.of(result).toPrettyString() + "\n");
    }
    return result.isGood() ? 0 : 1;
  }

  private int clients() {
    if (clients != null) {
      return clients;
    }
    return jdbc.style() == Style.OLTP_BENCH ? STYLED_CLIENTS : CLIENTS;
  }

  private RunOptions runOptions() {
    try {
      return new RunOptions(clients(), durationS, warmUpS, rate, seed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }
}
