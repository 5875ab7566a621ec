package org.thetisdb.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.Console;
import org.thetisdb.lab.compare.CompareOptions;
import org.thetisdb.lab.compare.CompareReport;
import org.thetisdb.lab.compare.CompareRun;
import org.thetisdb.lab.compare.Finding;
import org.thetisdb.sql.plan.relation.RemovedRule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code thetis lab compare-sql}: looks for statements whose answers are wrong. */
@Command(
    name = "compare-sql",
    description = {
      "Makes small tables and statements of a seed, and looks for answers that are wrong.",
      "The rows of a query have to be those that a condition leaves and those that it does not; one"
          + " plan has to give what another gives, with keys and without, interpreted and as"
          + " classes; and with --psql each answer has to be PostgreSQL's. What differs is made as"
          + " small as it can be, and kept as a script."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 no row or value is wrong, 1 one is, 2 wrong usage.",
      "",
      "Examples:",
      "  ./thetis lab compare-sql --duration 60",
      "  ./thetis lab compare-sql --duration 3600 --keep found --psql"
          + " psql,-w,-h,127.0.0.1,-U,me,mine"
    })
final class CompareSqlCommand implements Callable<Integer> {
  @Option(
      names = "--duration",
      paramLabel = "S",
      defaultValue = "60",
      description = "Seconds (${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--statements",
      paramLabel = "N",
      defaultValue = "1000000000",
      description = "Ends after this many statements, if that is sooner.")
  private long statements;

  @Option(
      names = "--seed",
      paramLabel = "X",
      defaultValue = "1",
      description = "Seed of all choices (${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--psql",
      paramLabel = "COMMAND",
      split = ",",
      description =
          "PostgreSQL's shell and its arguments, by commas; its database has to sort texts by code"
              + " points (C, C.UTF-8). All tables that are made there are temporary ones.")
  private List<String> psql = List.of();

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      defaultValue = "",
      description =
          "A running cluster that is judged in place of SQL within this process; in a schema of its"
              + " own, which is dropped.")
  private String connect;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Writes a script for each finding into this directory.")
  private Path keep;

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "600",
      description = "Most statements for making a finding smaller (${DEFAULT-VALUE}).")
  private int mostTries;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Threads, each with databases of its own (${DEFAULT-VALUE}).")
  private int threads;

  @Option(names = "--until-found", description = "Ends with the first wrong answer.")
  private boolean untilFound;

  @Option(
      names = "--with-rule",
      paramLabel = "RULE",
      description =
          "Puts back a rule of the optimizer that is known to be wrong, to see that it is found:"
              + " ${COMPLETION-CANDIDATES}.")
  private Set<RemovedRule> putBack = Set.of();

  @Override
  public Integer call() throws IOException, SQLException, InterruptedException {
    // a plan that is not simplified is no trouble of the run
    System.setProperty("org.slf4j.simpleLogger.log.org.apache.calcite", "error");
    Console console = new Console(System.out);
    CompareOptions options =
        new CompareOptions(
            seed,
            statements,
            seconds,
            psql,
            connect,
            keep,
            mostTries,
            threads,
            untilFound,
            putBack);
    CompareReport report =
        new CompareRun(options, System::nanoTime, finding -> show(console, finding)).run();
    console.say("%s", report.text().stripTrailing());
    return report.wrong().isEmpty() ? 0 : 1;
  }

  private static void show(Console console, Finding finding) {
    finding.lines().forEach(line -> console.say("%s", line));
    console.say("");
  }
}
