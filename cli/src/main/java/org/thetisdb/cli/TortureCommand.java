package org.thetisdb.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cli.option.LevelConverter;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.lab.torture.Fault;
import org.thetisdb.lab.torture.Torture;
import org.thetisdb.lab.torture.TortureJson;
import org.thetisdb.lab.torture.TortureListener;
import org.thetisdb.lab.torture.TortureOptions;
import org.thetisdb.lab.torture.TortureResult;
import org.thetisdb.lab.torture.TortureText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis torture}: a cluster of real processes under faults. */
@Command(
    name = "torture",
    description = {
      "Breaks a cluster of real processes, one part after the other, while clients work.",
      "It starts ZooKeeper, Kafka, sites and two routers of its own. In seeded order it kills (kill"
          + " -9) and stops (SIGSTOP) them, and cuts them off from the network where that is allowed"
          + " (Linux, root). It says how long clients waited for their next commit, and in the end"
          + " checks all answers that they got."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 all checks hold, 1 one does not, 2 wrong usage.",
      "",
      "Examples:",
      "  ./thetis torture --sites 3 --duration 120 --history h.jsonl",
      "  ./thetis check h.jsonl --level strong-session-si",
      "  ./thetis torture --faults kill-site,kill-router --duration 300 --json pauses.json",
      "  ./thetis torture --secure --duration 60",
      "  ./thetis torture --migrate --scheme partition-store --duration 120"
    })
final class TortureCommand implements Callable<Integer>, TortureListener {
  @Spec private CommandSpec spec;

  @Option(
      names = "--sites",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of sites (${DEFAULT-VALUE}).")
  private int sites;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Engines of each site, which share its rows (${DEFAULT-VALUE}).")
  private int lanes;

  @Option(
      names = "--duration",
      paramLabel = "S",
      defaultValue = "60",
      description = "Seconds in which faults begin (${DEFAULT-VALUE}).")
  private int durationS;

  @Option(
      names = "--seed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Seed of the faults' order and of the clients' choices (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      description = "Only these kinds, by commas; all without it: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Kinds.class)
  private List<String> kinds;

  @Option(
      names = "--scheme",
      paramLabel = "S",
      completionCandidates = SchemeRegistry.Names.class,
      description = "The cluster's scheme, one of ${COMPLETION-CANDIDATES}.")
  private String scheme;

  @Option(
      names = "--migrate",
      description =
          "Moves ranges from site to site meanwhile, and takes some back. Under a scheme that lets"
              + " sites hold a part of the rows, the last site does, and rows move, too.")
  private boolean migrates;

  @Option(
      names = "--secure",
      description =
          "All links between clients, routers and sites have TLS, and clients log in. Strangers try"
              + " meanwhile what they may not, and a right comes and goes.")
  private boolean secure;

  @Option(
      names = "--clients",
      paramLabel = "C",
      defaultValue = "8",
      description = "Clients of each workload (${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--rate",
      paramLabel = "R",
      defaultValue = "200",
      description = "Calls a second of each workload (${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--lease-ms",
      paramLabel = "MS",
      defaultValue = "400",
      description = "After this silence a site or router counts as lost (${DEFAULT-VALUE}).")
  private int leaseMs;

  @Option(
      names = "--level",
      paramLabel = "L",
      defaultValue = "strong-session-si",
      converter = LevelConverter.class,
      description = "What the history is held to (${DEFAULT-VALUE}).")
  private Level level;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "Writes the history, for `thetis check`.")
  private Path history;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON.")
  private Path json;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Keeps what the processes wrote in this new directory, with what they said and what their"
              + " threads did when a commit took long; without it that is kept if a check fails.")
  private Path keep;

  /** The names of all kinds of faults. */
  static final class Kinds extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Kinds() {
      super(Stream.of(Fault.values()).map(Fault::label).toList());
    }
  }

  private Console console;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TortureOptions options = options();
    console = new Console(System.out);
    TemporaryDirectory temporary = keep == null ? new TemporaryDirectory() : null;
    Path directory = temporary == null ? Files.createDirectory(keep) : temporary.path();
    TortureResult result;
    try (Torture torture = new Torture(options, directory, this)) {
      result = torture.run();
    }
    console.say("%n%s", TortureText.of(result).stripTrailing());
    if (result.isGood() && temporary != null) {
      temporary.close();
    } else {
      console.say("%nWhat the processes wrote is kept in %s.", directory);
    }
    if (json != null) {
      Files.writeString(json, TortureJson.of(result).toPrettyString() + "\n");
    }
    return result.isGood() ? 0 : 1;
  }

  private TortureOptions options() {
    requireDirectory("--history", history);
    requireDirectory("--json", json);
    requireDirectory("--keep", keep);
    if (keep != null && Files.exists(keep)) {
      throw new ParameterException(
          spec.commandLine(), "There is already something at " + keep + ".");
    }
    try {
      return new TortureOptions(
          sites,
          lanes,
          durationS,
          seed,
          clients,
          rate,
          leaseMs,
          faults(),
          schemeOf(),
          migrates,
          secure,
          level,
          history);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }

  private SchemeSpec schemeOf() {
    return scheme == null
        ? SchemeRegistry.byDefault()
        : ThetisSettings.builder().flag("scheme", scheme).build().get(BasicSettings.SCHEME);
  }

  private List<Fault> faults() {
    if (kinds == null) {
      return List.of(Fault.values());
    }
    return kinds.stream().map(this::fault).collect(Collectors.toList());
  }

  private Fault fault(String label) {
    return Fault.of(label)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "There is no kind of fault \"%s\". There are: %s."
                        .formatted(label, String.join(", ", new Kinds()))));
  }

  private void requireDirectory(String option, Path file) {
    if (file != null && !Files.isDirectory(file.toAbsolutePath().getParent())) {
      throw new ParameterException(
          spec.commandLine(), "There is no directory for " + option + " " + file + ".");
    }
  }

  @Override
  public void onStep(String what) {
    console.say("%s", what);
  }

  @Override
  public void onWound(double atS, String what, long pauseMs, long longestMs, long wholeMs) {
    console.say(
        "  %6.1f s  %-20s next commit after %5.2f s, longest wait %5.2f s, whole after %5.2f s",
        atS, what, pauseMs / 1e3, longestMs / 1e3, wholeMs / 1e3);
  }

  @Override
  public void onProblem(double atS, String what) {
    console.say("  %6.1f s  PROBLEM: %s", atS, what);
  }
}
