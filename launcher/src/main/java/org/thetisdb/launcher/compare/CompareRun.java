package org.thetisdb.launcher.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.thetisdb.launcher.compare.Trial.Changed;
import org.thetisdb.launcher.compare.Trial.Parts;
import org.thetisdb.launcher.compare.Trial.Plans;
import org.thetisdb.launcher.compare.Trial.Query;
import org.thetisdb.launcher.compare.database.ClusterTarget;
import org.thetisdb.launcher.compare.database.LocalTarget;
import org.thetisdb.launcher.compare.database.Target;
import org.thetisdb.launcher.compare.grammar.Grammar;

/** Looks for differences until there is no more time. One thread. */
public final class CompareRun {
  private static final int STATEMENTS_OF_A_SEED = 60;
  private static final long NANOS = 1_000_000_000;

  private final CompareOptions options;
  private final Consumer<Finding> listener;
  private final LongSupplier clockNs;
  private final CompareReport report = new CompareReport();

  /**
   * A run.
   *
   * @param listener is told each finding that is unlike those before it
   */
  public CompareRun(CompareOptions options, LongSupplier clockNs, Consumer<Finding> listener) {
    this.options = options;
    this.listener = listener;
    this.clockNs = clockNs;
  }

  /** Runs to the end. */
  public CompareReport run() throws IOException, SQLException {
    String schema = "compare_sql_" + ProcessHandle.current().pid();
    return options.connect().isEmpty()
        ? run(new LocalTarget(true, Set.of()), schema)
        : run(new ClusterTarget(options.connect(), schema), schema);
  }

  private CompareReport run(Target judged, String schema) throws IOException {
    long beganNs = clockNs.getAsLong();
    try (Targets targets = new Targets(judged, options.psql(), schema)) {
      for (long seed = options.seed(); hasTime(beganNs); seed++) {
        ofSeed(seed, targets, beganNs);
      }
    }
    report.setSeconds((clockNs.getAsLong() - beganNs) / (double) NANOS);
    return report;
  }

  private boolean hasTime(long beganNs) {
    return report.statements() < options.statements()
        && clockNs.getAsLong() - beganNs < options.seconds() * NANOS;
  }

  private void ofSeed(long seed, Targets targets, long beganNs) throws IOException {
    Grammar grammar = new Grammar(seed);
    Reducer reducer = new Reducer(targets, options.mostTries());
    for (int i = 0; i < STATEMENTS_OF_A_SEED && hasTime(beganNs); i++) {
      targets.use(grammar.tables());
      Trial trial = trial(grammar, i, targets.hasPostgreSql());
      report.addStatement();
      Difference found = trial.judge(targets);
      if (found != null && report.isNew(found)) {
        keep(seed, reducer.reduce(trial, found));
      }
    }
  }

  /** Of twelve statements two are changes, two are divided, two are planned in other ways. */
  private static Trial trial(Grammar grammar, int number, boolean compares) {
    return switch (number % 6) {
      case 0 -> new Parts(grammar.partition());
      case 1 -> new Plans(grammar.query());
      case 2 -> compares ? new Changed(grammar.change()) : new Parts(grammar.partition());
      default ->
          compares ? new Query(grammar.query(), number % 2 == 0) : new Plans(grammar.query());
    };
  }

  private void keep(long seed, Reducer.Least least) throws IOException {
    List<String> sql =
        least.trial() instanceof Changed changed
            ? List.of(changed.tree().text(), changed.look())
            : List.of(least.difference().sql());
    Finding finding = new Finding(seed, least.tables(), sql, least.difference());
    if (report.add(finding)) {
      listener.accept(finding);
      if (options.keep() != null) {
        String name = "found-%d-%d.sql".formatted(seed, report.findings().size());
        Files.createDirectories(options.keep());
        Files.write(options.keep().resolve(name), finding.script());
      }
    }
  }
}
