package org.thetisdb.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.hostile.ClusterUnderTest;
import org.thetisdb.benchmarks.hostile.HostileJson;
import org.thetisdb.benchmarks.hostile.HostileKind;
import org.thetisdb.benchmarks.hostile.HostileListener;
import org.thetisdb.benchmarks.hostile.HostileOptions;
import org.thetisdb.benchmarks.hostile.HostileResult;
import org.thetisdb.benchmarks.hostile.HostileRun;
import org.thetisdb.benchmarks.hostile.HostileTable;
import org.thetisdb.benchmarks.hostile.KindResult;
import org.thetisdb.benchmarks.hostile.Marks;
import org.thetisdb.benchmarks.hostile.kind.HostileKinds;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.lab.hostile.OwnCluster;
import org.thetisdb.lab.hostile.RunningCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis bench hostile}: hostile work beside a bystander who judges. */
@Command(
    name = "hostile",
    description = {
      "Sends hostile statements of many kinds, one kind after the other, while a bystander reads and"
          + " writes by key and by new texts.",
      "The bystander is the judge: it has no error, its p99 is at most five times its calm one, nothing"
          + " takes it more than 500 ms; no process ends, no leader changes, no site is lost. Without"
          + " --url a cluster is started in a process of its own, and again if it has ended."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 all marks are met, 1 one is missed, 2 wrong usage.",
      "",
      "Examples:",
      "  ./thetis bench hostile --duration 300",
      "  ./thetis bench hostile --kind values,aggregates --seed 7 --json hostile.json",
      "  ./thetis bench hostile --kind patterns --url 127.0.0.1:7433"
    })
final class HostileCommand implements Callable<Integer>, HostileListener {
  @Spec private CommandSpec spec;

  @Option(
      names = "--duration",
      paramLabel = "S",
      defaultValue = "130",
      description = "Seconds for all kinds together (${DEFAULT-VALUE}).")
  private int durationS;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "15",
      description = "Seconds of the bystander alone that do not count (${DEFAULT-VALUE}).")
  private int warmUpS;

  @Option(
      names = "--calm",
      paramLabel = "S",
      defaultValue = "10",
      description = "Seconds of the bystander alone that it is compared with (${DEFAULT-VALUE}).")
  private int calmS;

  @Option(
      names = "--kind",
      paramLabel = "K",
      split = ",",
      completionCandidates = Kinds.class,
      description = "Only these kinds, by commas; all without it: ${COMPLETION-CANDIDATES}.")
  private List<String> kinds;

  @Option(
      names = "--seed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Seed of all choices (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--url",
      paramLabel = "HOST:PORT",
      description = "A running cluster; without it one is started.")
  private String url;

  @Option(names = "--sites", paramLabel = "N", description = "Number of sites (3).")
  private Integer sites;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the cluster that is started; may be given several times.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keeps what the cluster said, and its data, in this new directory.")
  private Path keep;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the result as JSON.")
  private Path json;

  private Console console;

  /** The names of all kinds. */
  static final class Kinds extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Kinds() {
      super(HostileKinds.all().stream().map(HostileKind::name).toList());
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    HostileOptions options = options();
    console = new Console(System.out);
    HostileResult result = url == null ? onOwn(options) : run(options, running());
    console.say("%n%s", HostileTable.of(result).stripTrailing());
    if (json != null) {
      Files.writeString(json, HostileJson.of(result).toPrettyString() + "\n");
    }
    return result.isGood() ? 0 : 1;
  }

  private HostileResult onOwn(HostileOptions options)
      throws IOException, InterruptedException, SQLException {
    Map<String, String> all = new LinkedHashMap<>(settings);
    if (sites != null) {
      all.put(BasicSettings.CLUSTER_SITES.name(), sites.toString());
    }
    console.say("Starting a cluster in a process of its own ...");
    if (keep != null) {
      return onOwn(options, Files.createDirectory(keep), all);
    }
    try (TemporaryDirectory temporary = new TemporaryDirectory()) {
      return onOwn(options, temporary.path(), all);
    }
  }

  private HostileResult onOwn(HostileOptions options, Path directory, Map<String, String> all)
      throws IOException, InterruptedException, SQLException {
    try (OwnCluster own = OwnCluster.start(directory, all)) {
      return run(options, own);
    }
  }

  private HostileResult run(HostileOptions options, ClusterUnderTest cluster)
      throws IOException, InterruptedException, SQLException {
    return new HostileRun(options, cluster, this).run();
  }

  private RunningCluster running() {
    try {
      return new RunningCluster(Address.parse(url));
    } catch (ThetisException e) {
      throw wrong(e.describe());
    }
  }

  private HostileOptions options() {
    if (json != null && !Files.isDirectory(json.toAbsolutePath().getParent())) {
      throw wrong("There is no directory for --json " + json + ".");
    }
    if (keep != null && Files.exists(keep)) {
      throw wrong("There is already something at " + keep + ".");
    }
    if (url != null && (sites != null || !settings.isEmpty() || keep != null)) {
      throw wrong(
          "--sites, --set and --keep are of a cluster that is started; --url names another.");
    }
    List<HostileKind> chosen = kinds == null ? usual() : kinds.stream().map(this::kind).toList();
    if (url != null && chosen.stream().anyMatch(HostileKind::logsIn)) {
      throw wrong(
          "Kinds that log in make users, and a cluster with users asks all for a login: they are for"
              + " a cluster that is started, without --url.");
    }
    try {
      return new HostileOptions(seed, durationS, warmUpS, calmS, chosen, Marks.USUAL);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private List<HostileKind> usual() {
    return HostileKinds.all().stream().filter(kind -> url == null || !kind.logsIn()).toList();
  }

  private HostileKind kind(String name) {
    return HostileKinds.of(name)
        .orElseThrow(
            () ->
                wrong(
                    "There is no kind of hostile work \"%s\". There are: %s."
                        .formatted(name, String.join(", ", new Kinds()))));
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }

  @Override
  public void onStep(String what) {
    console.say("%s", what);
  }

  @Override
  public void onKind(KindResult result) {
    result.missed().forEach(sentence -> console.say("    MISSED: %s", sentence));
  }
}
