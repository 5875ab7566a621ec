package org.thetisdb.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Layout;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.simulation.cluster.Seeds;
import org.thetisdb.simulation.cluster.Simulation;
import org.thetisdb.simulation.cluster.SimulationReport;
import org.thetisdb.simulation.cluster.Simulations;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis simulate}: clusters under faults on virtual time. */
@Command(
    name = "simulate",
    description = {
      "Runs simulated clusters: the engine's own code on virtual time, with faults.",
      "Each seed is one cluster and one history, always the same. What breaks a promise is printed"
          + " with its seed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis simulate --seeds 300",
      "  ./thetis simulate --seed 221          one seed, and what happens in it",
      "  ./thetis simulate --sql --seeds 150   with sessions that use SQL, too"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final long PROGRESS_NS = TimeUnit.SECONDS.toNanos(5);

  /** In place of a scheme's name: all of them. */
  private static final String EACH = "all";

  private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of seeds (${DEFAULT-VALUE}).")
  private long count;

  @Option(
      names = "--from",
      paramLabel = "X",
      defaultValue = "1",
      description =
          "The first of them (${DEFAULT-VALUE}). From 100000 on sites send each other what their"
              + " logs have.")
  private long first;

  @Option(names = "--seed", paramLabel = "X", description = "Only this one, with a trace.")
  private Long seed;

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "Seeds that run at once; as many as there are processors.")
  private Integer threads;

  @Option(
      names = "--sql",
      description = {
        "Sessions of SQL run beside those that call procedures: statements by themselves and"
            + " interactive transactions."
      })
  private boolean withSql;

  @Option(
      names = "--scheme",
      paramLabel = "S",
      completionCandidates = SchemeRegistry.Names.class,
      description =
          "Only this scheme, one of ${COMPLETION-CANDIDATES}; all: each in turn, with a line for"
              + " each. Without it each seed draws one.")
  private String schemeName;

  @Option(
      names = "--partial",
      description =
          "One site or two hold every row, the others what they master; in a third of the seeds of"
              + " morphosys none does; with --scheme partition-store, schism, clay, leap, star or"
              + " morphosys, or with --change-scheme.")
  private boolean partial;

  @Option(
      names = "--no-full-site",
      description = "With --scheme morphosys and --partial: no site holds every row in any seed.")
  private boolean lacksFullSite;

  @Option(
      names = "--lanes",
      description = "Two or three sites share a machine and its rows; alone or with --scheme.")
  private boolean lanes;

  @Option(
      names = "--place",
      description =
          "With a scheme whose masters stay: placements are applied and taken back meanwhile.")
  private boolean places;

  @Option(
      names = "--migrate",
      description =
          "Ranges are moved by hand, and some of that is cancelled, under a scheme with several"
              + " masters; alone or with --scheme.")
  private boolean migrates;

  @Option(
      names = "--snapshot",
      description =
          "Calls in epochs and batches are only held to snapshot isolation; with --scheme coco-pt, coco-lt, aria or dist-aria.")
  private boolean snapshots;

  @Option(
      names = "--change-scheme",
      description = "Each scheme follows another one while calls and troubles go on.")
  private boolean changesScheme;

  @Option(
      names = "--grants",
      description = "Rights of a user come and go; alone or with --scheme, --sql, --partial.")
  private boolean grants;

  @Option(names = "--elastic", description = "Sites join and leave in each seed, not in half.")
  private boolean elastic;

  @Option(names = "--logs", description = "Shows what the engine logs, too.")
  private boolean logs;

  private SchemeSpec scheme;
  private PrintWriter out;
  private long begunNs;
  private long toldNs;
  private long done;
  private long failed;
  private long committed;
  private long faults;
  private long virtualUs;
  private long loadVirtualUs;
  private long loadRealNs;

  @Override
  public Integer call() throws InterruptedException {
    out = spec.commandLine().getOut();
    int atOnce = threads != null ? threads : Runtime.getRuntime().availableProcessors();
    if (count < 1 || atOnce < 1) {
      throw new ParameterException(spec.commandLine(), "--seeds and --threads begin at 1");
    }
    if (changesScheme && schemeName != null) {
      throw new ParameterException(
          spec.commandLine(), "--change-scheme goes through all schemes; leave --scheme out");
    }
    if (partial && !changesScheme && !mayBePartial(schemeName)) {
      throw new ParameterException(
          spec.commandLine(),
          "--partial needs --scheme partition-store, schism, clay, leap, star or morphosys, or"
              + " --change-scheme");
    }
    if (lacksFullSite && !(partial && "morphosys".equals(schemeName))) {
      throw new ParameterException(
          spec.commandLine(), "--no-full-site needs --scheme morphosys and --partial");
    }
    if (places && (schemeName == null || partial || !hasFixedMasters(schemeName))) {
      throw new ParameterException(
          spec.commandLine(), "--place needs a --scheme whose masters stay, and no --partial");
    }
    if (snapshots && (schemeName == null || partial || places || !hasSnapshots(schemeName))) {
      throw new ParameterException(
          spec.commandLine(),
          "--snapshot needs --scheme coco-pt, coco-lt, aria or dist-aria, and nothing else");
    }
    if (migrates && (places || snapshots || changesScheme || lanes || !hasMasters(schemeName))) {
      throw new ParameterException(
          spec.commandLine(),
          "--migrate goes with a --scheme of several masters, --partial and --sql, and nothing else");
    }
    if (lanes && (partial || places || snapshots || changesScheme)) {
      throw new ParameterException(
          spec.commandLine(), "--lanes goes with --scheme and --sql, and nothing else");
    }
    if (grants && (places || migrates || changesScheme)) {
      throw new ParameterException(
          spec.commandLine(),
          "--grants goes with --scheme, --sql, --partial, --lanes and --snapshot");
    }
    if (EACH.equals(schemeName)) {
      return runEach(atOnce);
    }
    scheme = schemeName == null ? null : schemeOf(schemeName);
    long digest = run(atOnce);
    summarize();
    out.printf("digest %016x%n", digest);
    out.flush();
    return failed == 0 ? 0 : 1;
  }

  private long run(int atOnce) throws InterruptedException {
    // Simulated troubles are not this process's troubles.
    System.setProperty(LOG_LEVEL, logs ? "info" : "off");
    begunNs = System.nanoTime();
    toldNs = begunNs;
    return seed != null ? runOne() : runAll(atOnce);
  }

  /** The same seeds under each scheme, one scheme after the other. */
  private int runEach(int atOnce) throws InterruptedException {
    boolean good = true;
    for (SchemeSpec each : SchemeRegistry.all()) {
      scheme = each;
      done = 0;
      failed = 0;
      committed = 0;
      faults = 0;
      long digest = run(atOnce);
      good &= failed == 0;
      out.printf(
          Locale.ROOT,
          "%-16s %,d seeds, %,d failed; %,d transactions committed under %,d faults; digest %016x%n",
          each,
          done,
          failed,
          committed,
          faults,
          digest);
      out.flush();
    }
    return good ? 0 : 1;
  }

  private static boolean hasFixedMasters(String name) {
    return !EACH.equals(name) && schemeOf(name).has(Trait.MASTERS_STAY);
  }

  private static boolean hasMasters(String name) {
    return name == null || (!EACH.equals(name) && !schemeOf(name).has(Trait.ONE_MASTER));
  }

  private static boolean mayBePartial(String name) {
    SchemeSpec named = name == null ? null : SchemeRegistry.find(name);
    return named != null && named.livesOn(Layout.PARTIAL);
  }

  private static boolean hasSnapshots(String name) {
    if (EACH.equals(name)) {
      return false;
    }
    return schemeOf(name).has(Trait.CHOOSES_ISOLATION);
  }

  private static SchemeSpec schemeOf(String name) {
    return ThetisSettings.builder().flag("scheme", name).build().get(BasicSettings.SCHEME);
  }

  private long runOne() {
    SimulationReport report = simulate(seed, out::println);
    add(report);
    return report.digest();
  }

  private long runAll(int atOnce) throws InterruptedException {
    return Seeds.run(first, count, atOnce, number -> simulate(number, line -> {}), this::add);
  }

  private SimulationReport simulate(long number, Consumer<String> tracer) {
    return described(number).run(number, tracer);
  }

  private Simulation described(long number) {
    Simulation whole = describedWhole(number);
    return elastic ? whole.withElasticity() : whole;
  }

  private Simulation describedWhole(long number) {
    if (changesScheme && partial) {
      return Simulations.ofPartialSchemeChanges(number).withSql(withSql);
    }
    if (changesScheme) {
      return Simulations.ofSchemeChanges(number).withSql(withSql);
    }
    if (migrates && partial) {
      return Simulation.under(scheme).withMigrations().withPartialSites().withDefinitions(withSql);
    }
    if (migrates) {
      return Simulations.ofMigrations(number, scheme).withDefinitions(withSql);
    }
    if (places) {
      return Simulations.ofPlacements(number, scheme).withDefinitions(withSql);
    }
    Simulation described = scheme == null ? Simulation.asDrawn() : Simulation.under(scheme);
    if (grants) {
      described.withGrants();
    }
    described.withDefinitions(withSql);
    if (partial) {
      return lacksFullSite ? described.withoutFullSite() : described.withPartialSites();
    }
    if (snapshots) {
      return described.withSnapshotEpochs();
    }
    return lanes ? described.withLanes() : described;
  }

  private void add(SimulationReport report) {
    done++;
    committed += report.committed();
    faults += report.faults();
    virtualUs += report.virtualUs();
    loadVirtualUs += report.loadVirtualUs();
    loadRealNs += report.loadRealNs();
    if (!report.isGood()) {
      failed++;
      out.println("seed " + report.seed() + " broke a promise:");
      report.problems().forEach(problem -> out.println("  " + problem));
      out.println(
          "  Again, with a trace: ./thetis simulate " + flags() + "--seed " + report.seed());
    }
    if (System.nanoTime() - toldNs > PROGRESS_NS) {
      toldNs = System.nanoTime();
      out.printf(Locale.ROOT, "  %,d of %,d seeds, %,d failed%n", done, count, failed);
    }
    out.flush();
  }

  private String flags() {
    return (withSql ? "--sql " : "")
        + (partial ? "--partial " : "")
        + (lacksFullSite ? "--no-full-site " : "")
        + (migrates ? "--migrate " : "")
        + (lanes ? "--lanes " : "")
        + (places ? "--place " : "")
        + (snapshots ? "--snapshot " : "")
        + (grants ? "--grants " : "")
        + (elastic ? "--elastic " : "")
        + (changesScheme ? "--change-scheme " : "")
        + (scheme == null ? "" : "--scheme " + scheme + " ");
  }

  private void summarize() {
    double realS = (System.nanoTime() - begunNs) / 1e9;
    out.printf(
        Locale.ROOT,
        "%,d seeds, %,d failed; %,d transactions committed under %,d faults%n",
        done,
        failed,
        committed,
        faults);
    out.printf(
        Locale.ROOT,
        "%,.0f s of virtual time in %.1f s: %.0f to 1%n",
        virtualUs / 1e6,
        realS,
        virtualUs / 1e6 / realS);
    out.printf(
        Locale.ROOT,
        "%,.0f s of it under load and faults, in %.1f s of one thread: %.0f to 1%n",
        loadVirtualUs / 1e6,
        loadRealNs / 1e9,
        loadVirtualUs * 1e3 / loadRealNs);
  }
}
