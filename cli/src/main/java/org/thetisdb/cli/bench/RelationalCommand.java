package org.thetisdb.cli.bench;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.relational.HostedDatabase;
import org.thetisdb.benchmarks.relational.HostedDatabase.Round;
import org.thetisdb.benchmarks.relational.HostedDatabase.Way;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.cli.option.ClusterOptions;
import org.thetisdb.cli.option.Console;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.TemporaryDirectory;
import org.thetisdb.relational.database.DatabaseLogin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code thetis bench relational}: what a database costs as a partition. */
@Command(
    name = "relational",
    description = {
      "Runs a transaction of five statements on a database that has a JDBC driver, one client:"
          + " straight, and as a partition of a cluster that starts for it, in turn.",
      "The driver's jar is named in THETIS_CLASS_PATH. Tables straight_… and hosted_… are made and"
          + " dropped there."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  ./thetis bench relational --database jdbc:postgresql://localhost/test --user me"
          + " --durability disk"
    })
final class RelationalCommand implements Callable<Integer> {
  private static final double PER_US = 1e3;

  @Option(
      names = "--database",
      required = true,
      paramLabel = "URL",
      description = "As its driver takes it, without a password.")
  private String database;

  @Option(names = "--user", required = true, paramLabel = "NAME", description = "Who logs in.")
  private String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Its first line is the password.")
  private Path passwordFile;

  @Option(
      names = "--transactions",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Of each round (${DEFAULT-VALUE}).")
  private int transactions;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "7",
      description = "Of each way, behind two that do not count (${DEFAULT-VALUE}).")
  private int rounds;

  @Mixin private ClusterOptions cluster;

  @Override
  public Integer call() throws SQLException {
    DatabaseLogin login = DatabaseLogin.of(database, user);
    login = passwordFile == null ? login : login.passwordFile(passwordFile);
    Console console = new Console(System.out);
    try (TemporaryDirectory directory = new TemporaryDirectory("thetis-bench-");
        EmbeddedCluster started =
            EmbeddedCluster.start(cluster.settings(0), directory.path(), console);
        ThetisClient client = ThetisClient.connect(started.clientAddress().toString());
        HostedDatabase run = new HostedDatabase(client, login)) {
      return measure(run);
    }
  }

  private int measure(HostedDatabase run) throws SQLException {
    Map<Way, List<Round>> measured = new EnumMap<>(Way.class);
    for (int round = -2; round < rounds; round++) {
      for (Way way : Way.values()) {
        Round one = run.run(way, transactions);
        if (round >= 0) {
          measured.computeIfAbsent(way, each -> new ArrayList<>()).add(one);
        }
      }
    }
    TextTable table =
        new TextTable(
            "<way", "median, us", "spread", "p99", "begin", "statements", "commit", "per second");
    measured.forEach((way, all) -> table.row(cells(way, all)));
    System.out.printf(
        Locale.ROOT,
        "Five statements in a transaction, %,d a round, %d rounds in turn, %s%n%s",
        transactions,
        rounds,
        run,
        table.render("  "));
    double straight = median(measured.get(Way.STRAIGHT), 0);
    System.out.printf(
        Locale.ROOT, "Hosted / straight: %.2f%n", median(measured.get(Way.HOSTED), 0) / straight);
    String wrong = run.check();
    System.out.println(wrong.isEmpty() ? "The tables add up." : "WRONG: " + wrong);
    return wrong.isEmpty() ? 0 : 1;
  }

  private static Object[] cells(Way way, List<Round> all) {
    double[] medians = all.stream().mapToDouble(round -> value(round, 0)).sorted().toArray();
    return new Object[] {
      way.name().toLowerCase(Locale.ROOT),
      text(median(all, 0)),
      text(medians[0]) + " to " + text(medians[medians.length - 1]),
      text(median(all, 1)),
      text(median(all, 2)),
      text(median(all, 3)),
      text(median(all, 4)),
      String.format(Locale.ROOT, "%,.0f", median(all, 5))
    };
  }

  private static double median(List<Round> all, int part) {
    double[] sorted = all.stream().mapToDouble(round -> value(round, part)).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static double value(Round round, int part) {
    return switch (part) {
      case 0 -> round.medianNs() / PER_US;
      case 1 -> round.p99Ns() / PER_US;
      case 5 -> round.perSecond();
      default -> round.phasesNs()[part - 2] / PER_US;
    };
  }

  private static String text(double us) {
    return String.format(Locale.ROOT, "%,.0f", us);
  }
}
