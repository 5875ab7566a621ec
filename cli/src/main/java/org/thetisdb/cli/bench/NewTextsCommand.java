package org.thetisdb.cli.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.thetisdb.benchmarks.schema.NewTexts;
import org.thetisdb.benchmarks.schema.NewTexts.Differing;
import org.thetisdb.benchmarks.schema.Times;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code thetis bench new-texts}: what texts cost that nobody has sent before. */
@Command(
    name = "new-texts",
    description = {
      "Sends texts that nobody has sent before over one connection: lookups by key, and joins of four"
          + " tables with GROUP BY, in rounds.",
      "The first round finds a cluster that has just started, unless --url names another."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class NewTextsCommand implements Callable<Integer> {
  @Mixin private ConnectionOptions cluster;

  @Option(
      names = "--texts",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Lookups, and joins, of a round (${DEFAULT-VALUE}).")
  private int texts;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--differing",
      paramLabel = "HOW",
      defaultValue = "names",
      description =
          "names: of columns of the result; constants: that keys are compared with (names).")
  private Differing differing;

  @Option(
      names = "--first",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of the first text, if the cluster has seen others (${DEFAULT-VALUE}).")
  private int first;

  @Override
  public Integer call() throws IOException, SQLException {
    cluster.run(this::measure);
    return 0;
  }

  private void measure(Connection connection) throws SQLException {
    NewTexts run = new NewTexts(connection, differing, first);
    run.prepare();
    TextTable table = new TextTable("round", "<texts", "mean", "p50", "p99", "worst");
    for (int round = 1; round <= rounds; round++) {
      NewTexts.Round measured = run.round(texts);
      add(table, round, "lookups", measured.lookups());
      add(table, round, "joins of four", measured.joins());
    }
    run.drop();
    System.out.printf(
        Locale.ROOT,
        "New texts, %s of each kind a round, that differ in %s%n%s",
        Format.count(texts),
        differing.name().toLowerCase(Locale.ROOT),
        table.render("  "));
  }

  private static void add(TextTable table, int round, String texts, Times times) {
    table.row(Stream.concat(Stream.of(round, texts), times.cells().stream()).toArray());
  }
}
