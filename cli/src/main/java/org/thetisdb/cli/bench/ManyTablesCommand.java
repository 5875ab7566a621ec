package org.thetisdb.cli.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.thetisdb.benchmarks.schema.ManyTables;
import org.thetisdb.benchmarks.schema.Times;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis bench many-tables}: what definitions and metadata cost among many tables. */
@Command(
    name = "many-tables",
    description =
        "Makes a schema of many tables of twelve columns, asks for their columns and drops them; then makes and drops tables one by one.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class ManyTablesCommand implements Callable<Integer> {
  private static final int LEAST_TABLES = 200;
  private static final int LEAST_DROPPED = 10;

  @Spec private CommandSpec spec;
  @Mixin private ConnectionOptions cluster;

  @Option(
      names = "--tables",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Tables of the schema (${DEFAULT-VALUE}).")
  private int tables;

  @Option(
      names = "--dropped",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Tables that are made and dropped one by one (${DEFAULT-VALUE}).")
  private int dropped;

  @Override
  public Integer call() throws IOException, SQLException {
    if (tables < LEAST_TABLES || dropped < LEAST_DROPPED) {
      throw new ParameterException(
          spec.commandLine(),
          "--tables is at least %d, --dropped at least %d.".formatted(LEAST_TABLES, LEAST_DROPPED));
    }
    cluster.run(this::measure);
    return 0;
  }

  private void measure(Connection connection) throws SQLException {
    TextTable table = new TextTable("what", "times", "mean", "p50", "p99", "worst");
    ManyTables run = new ManyTables(connection);
    run.makeAndAsk(tables, measured -> add(table, measured.name(), measured.times()));
    run.makeAndDrop(dropped, measured -> add(table, measured.name(), measured.times()));
    System.out.print(table.render(""));
  }

  private static void add(TextTable table, String what, Times times) {
    Stream<Object> first = Stream.of(what, Format.count(times.count()));
    table.row(Stream.concat(first, times.cells().stream()).toArray());
  }
}
