package org.thetisdb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.Console;
import org.thetisdb.core.cost.Work;
import org.thetisdb.lab.experiment.Contests;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.ExperimentLength;
import org.thetisdb.lab.experiment.ExperimentMachine;
import org.thetisdb.lab.experiment.catalogue.Catalogue;
import org.thetisdb.lab.experiment.catalogue.ExperimentList;
import org.thetisdb.lab.experiment.report.Advised;
import org.thetisdb.lab.experiment.report.ExperimentFindings;
import org.thetisdb.lab.experiment.report.PaperComparison;
import org.thetisdb.lab.experiment.report.ResultFiles;
import org.thetisdb.lab.experiment.run.ClusterRuns;
import org.thetisdb.lab.experiment.run.EmbeddedRuns;
import org.thetisdb.lab.experiment.run.ExperimentRunner;
import org.thetisdb.lab.experiment.run.LinkDelay;
import org.thetisdb.lab.experiment.run.ProcessRuns;
import org.thetisdb.lab.experiment.run.SimulatedRuns;
import org.thetisdb.simulation.cost.UnitCosts;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis experiment}: figures of papers, made again. */
@Command(
    name = "experiment",
    description = {
      "Makes figures of papers again: the schemes take turns on clusters of their own, and what"
          + " comes out stands beside what the paper found."
          + " docs/measurements/experiments/README.md says more.",
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Experiments that drive the same share their runs if they are named together.",
      "Exit status: 0 all invariants hold, 1 one does not, 2 wrong usage.",
      "",
      "Examples:",
      "  ./thetis experiment --list",
      "  ./thetis experiment dynamast-4a --short",
      "  ./thetis experiment dynamast-4a --short --processes",
      "  ./thetis experiment dynamast-4a --short --link-us 500",
      "  ./thetis experiment dynamast-4a --short --simulated --link-us 500",
      "  ./thetis experiment star-3-10 --short",
      "  ./thetis experiment dynamast-4c dynamast-4d dynamast-4e --runs 7 --out results"
    })
final class ExperimentCommand implements Callable<Integer> {
  private static final int MOST_LINK_US = 1_000_000;

  /** That of the setting. */
  private static final int MOST_DELAY_US = 100_000;

  private static final int MOST_ROUTER_NS = 1_000_000;
  private static final int MOST_SITES = 64;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "Those of --list; dynamast-4 is 4a, 4b and so on.")
  private List<String> ids = new ArrayList<>();

  @Option(names = "--list", description = "Lists all experiments, and how long each takes.")
  private boolean list;

  @Option(
      names = "--short",
      description = "Minutes instead of hours: fewer rounds and points, smaller data.")
  private boolean isShort;

  @Option(names = "--runs", paramLabel = "N", description = "Rounds (5; 3 with --short).")
  private Integer rounds;

  @Option(
      names = "--clients",
      paramLabel = "C",
      description = "Clients (60; some have more); one that sweeps them has these alone.")
  private Integer clients;

  @Option(
      names = "--lines",
      paramLabel = "L",
      split = ",",
      description = "Some of the lines, such as dynamast,single-master or \"aria, fallback\".")
  private List<String> lines = new ArrayList<>();

  @Option(
      names = "--duration",
      paramLabel = "S",
      description = "Seconds of a run that count (60; 10 with --short).")
  private Integer durationS;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      description = "Seconds before that, which do not (30; 8 with --short).")
  private Integer warmUpS;

  @Option(
      names = "--shrink",
      paramLabel = "N",
      description = "Divides the size of the data (1; 10 with --short).")
  private Integer sizeDivisor;

  @Option(names = "--seed", paramLabel = "X", description = "Seed of the first round (1).")
  private Long seed;

  @Option(
      names = "--processes",
      description =
          "Each part of the cluster is a process of its own, and each site has an equal slice of"
              + " the processors, as if it had a machine of its own. Needs control groups of Linux,"
              + " and root.")
  private boolean asProcesses;

  @Option(
      names = "--slice",
      paramLabel = "P",
      description =
          "With --processes, processors of each site (sites share 0.3 of the machine's evenly).")
  private Double slice;

  @Option(
      names = "--simulated",
      description =
          "In simulated time: each site has processors and a machine of its own, and work takes as"
              + " long as it was measured to. The same on every machine; 1 s counts after 2 s of"
              + " warm-up, if nothing else is asked for.")
  private boolean isSimulated;

  @Option(
      names = "--sites",
      paramLabel = "N",
      description =
          "Sites where the experiment does not sweep them (3), with clients and data in"
              + " proportion.")
  private Integer sites;

  @Option(
      names = "--link-us",
      paramLabel = "US",
      description =
          "Microseconds by which each message between clients, routers and sites is delayed (0);"
              + " with --simulated, microseconds that a message takes (50).")
  private Integer linkUs;

  @Option(
      names = "--router-ns",
      paramLabel = "NS",
      description =
          "With --simulated, nanoseconds that the router works for each message (1500). With less"
              + " it is no bound, as if several worked at once.")
  private Integer routerNs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "docs/results",
      description = "Each experiment has a directory of its own in it (${DEFAULT-VALUE}).")
  private Path out;

  private final Console console = new Console(System.out);

  @Override
  public Integer call() throws InterruptedException {
    if (list) {
      console.say("%s", ExperimentList.text().stripTrailing());
      return 0;
    }
    ExperimentLength form = form();
    List<Experiment> asked = experiments(form);
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw wrong("--out " + out + " is no directory.");
    }
    ClusterRuns clusters = clusters();
    boolean isGood = true;
    while (!asked.isEmpty()) {
      Experiment first = asked.get(0);
      List<Experiment> together = asked.stream().filter(first::sharesRunsWith).toList();
      asked.removeAll(together);
      isGood &= run(together, form, clusters);
    }
    return isGood ? 0 : 1;
  }

  private ClusterRuns clusters() {
    if (slice != null && !asProcesses) {
      throw wrong("--slice goes with --processes.");
    }
    if (slice != null && !(slice > 0)) {
      throw wrong("--slice is above 0, such as 0.25 for a quarter of a processor.");
    }
    if (isSimulated && asProcesses) {
      throw wrong("A cluster is simulated, or it is --processes.");
    }
    if (isSimulated) {
      return new SimulatedRuns(costs());
    }
    if (routerNs != null) {
      throw wrong("--router-ns goes with --simulated.");
    }
    LinkDelay delay = delay();
    if (!asProcesses) {
      return new EmbeddedRuns(delay);
    }
    try {
      return ProcessRuns.withSlices(slice == null ? 0 : slice, delay);
    } catch (IOException e) {
      throw wrong(e.getMessage());
    }
  }

  private LinkDelay delay() {
    if (linkUs == null) {
      return LinkDelay.NONE;
    }
    requireUpTo(MOST_DELAY_US, "--link-us", linkUs);
    return new LinkDelay(linkUs);
  }

  private UnitCosts costs() {
    UnitCosts costs = UnitCosts.SHIPPED;
    if (linkUs != null) {
      requireUpTo(MOST_LINK_US, "--link-us", linkUs);
      costs = costs.with(Work.MESSAGE, linkUs * 1_000L);
    }
    if (routerNs != null) {
      requireUpTo(MOST_ROUTER_NS, "--router-ns", routerNs);
      costs = costs.with(Work.ROUTER_TASK, routerNs);
    }
    return costs;
  }

  private void requireUpTo(int most, String option, int value) {
    if (value < 0 || value > most) {
      throw wrong(option + " goes from 0 to " + most + ".");
    }
  }

  private List<Experiment> experiments(ExperimentLength form) {
    if (sites != null && (sites < 1 || sites > MOST_SITES)) {
      throw wrong("--sites goes from 1 to " + MOST_SITES + ".");
    }
    if (ids.isEmpty()) {
      throw wrong("Which experiment? --list names them.");
    }
    List<Experiment> found = new ArrayList<>();
    for (String id : ids) {
      List<Experiment> named = Catalogue.named(id);
      if (named.isEmpty()) {
        throw wrong("There is no experiment \"%s\"; --list names them.".formatted(id));
      }
      named.stream()
          .map(one -> sites == null ? one : one.scaledTo(sites, form.clients()))
          .map(one -> clients == null ? one : one.withClients(clients))
          .map(one -> one.withOnly(Contests.labels(one, lines)))
          .forEach(found::add);
    }
    for (Experiment one : found) {
      if (Contests.lines(one).isEmpty()) {
        throw wrong("%s has none of the lines %s; --list names them.".formatted(one.id(), lines));
      }
    }
    return found;
  }

  private ExperimentLength form() {
    ExperimentLength usual =
        isSimulated
            ? ExperimentLength.simulated(isShort)
            : isShort ? ExperimentLength.SHORT : ExperimentLength.FULL;
    try {
      return new ExperimentLength(
          usual.isShort(),
          rounds == null ? usual.rounds() : rounds,
          warmUpS == null ? usual.warmUpS() : warmUpS,
          durationS == null ? usual.durationS() : durationS,
          clients == null ? usual.clients() : clients,
          sizeDivisor == null ? usual.sizeDivisor() : sizeDivisor,
          seed == null ? usual.seed() : seed);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private boolean run(List<Experiment> together, ExperimentLength form, ClusterRuns clusters)
      throws InterruptedException {
    for (Experiment one : together) {
      console.say("%s", ExperimentList.announce(one, form));
    }
    ExperimentFindings.RunRecord record =
        new ExperimentFindings.RunRecord(
            "./thetis " + String.join(" ", spec.commandLine().getParseResult().originalArgs()),
            Main.VERSION,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            ExperimentMachine.ofThisProcess(),
            clusters.conditions());
    clusters.watch(together.get(0).contest() == Experiment.Contest.EVERY_SCHEME);
    clusters.lookAtEngines(together.get(0).contest() == Experiment.Contest.SCHEDULING);
    ExperimentRunner runner = new ExperimentRunner(clusters, line -> console.say("  %s", line));
    List<JsonNode> runs =
        runner.run(
            together.get(0),
            form,
            soFar -> write(together, variant(clusters), form, record, soFar));
    for (Experiment one : together) {
      conclude(new ExperimentFindings(one, form, record, runs), variant(clusters));
    }
    return new ExperimentFindings(together.get(0), form, record, runs).isGood();
  }

  private String variant(ClusterRuns clusters) {
    return clusters.variant() + (sites == null ? "" : "-" + sites + "-sites");
  }

  /** After each round, so that a run that is broken off has not been in vain. */
  private void write(
      List<Experiment> together,
      String variant,
      ExperimentLength form,
      ExperimentFindings.RunRecord record,
      List<JsonNode> runs) {
    for (Experiment one : together) {
      new ResultFiles(out.resolve(one.id() + variant))
          .write(new ExperimentFindings(one, form, record, runs));
    }
  }

  private void conclude(ExperimentFindings findings, String variant) {
    console.say("");
    for (PaperComparison one : PaperComparison.of(findings)) {
      console.say(
          "  %s: paper %s, here %s",
          one.ratio().text(),
          PaperComparison.text(one.ratio().paper()),
          PaperComparison.text(one.ours().isEmpty() ? one.asPublished() : one.ours()));
    }
    for (Advised one : Advised.of(findings)) {
      console.say("  %s", one.text());
    }
    console.say("  written to %s", out.resolve(findings.experiment().id() + variant));
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
