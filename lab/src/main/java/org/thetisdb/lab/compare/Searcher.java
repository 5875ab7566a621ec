package org.thetisdb.lab.compare;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.thetisdb.lab.compare.OracleTrial.Changed;
import org.thetisdb.lab.compare.OracleTrial.Judgement;
import org.thetisdb.lab.compare.OracleTrial.Parts;
import org.thetisdb.lab.compare.OracleTrial.Plans;
import org.thetisdb.lab.compare.OracleTrial.Query;
import org.thetisdb.lab.compare.OracleTrial.Way;
import org.thetisdb.lab.compare.database.ClusterTarget;
import org.thetisdb.lab.compare.database.ComparedDatabase;
import org.thetisdb.lab.compare.database.LocalTarget;
import org.thetisdb.lab.compare.grammar.Grammar;

/** One thread of a run: seeds, their tables and statements, one after the other. */
final class Searcher {
  /** So many that tables, which take longer to make than a statement to run, cost little. */
  private static final int STATEMENTS_OF_A_SEED = 240;

  private static final long NANOS = 1_000_000_000;

  /** What is found is made smaller in this part of the time. */
  private static final int PART_FOR_REDUCTIONS = 4;

  private static final long REDUCTIONS_AT_FIRST_NS = 60 * NANOS;

  private final CompareOptions options;
  private final int number;
  private final Found found;
  private final LongSupplier clockNs;
  private long beganNs;
  private long reducingNs;

  /**
   * A thread's part.
   *
   * @param number of the thread
   */
  Searcher(CompareOptions options, int number, Found found, LongSupplier clockNs) {
    this.options = options;
    this.number = number;
    this.found = found;
    this.clockNs = clockNs;
  }

  /** Takes seeds until there is no more time. */
  Void run(AtomicLong nextSeed) throws IOException, SQLException {
    beganNs = clockNs.getAsLong();
    String schema = "compare_sql_%d_%d".formatted(ProcessHandle.current().pid(), number);
    try (ComparedDatabases targets =
        new ComparedDatabases(judged(schema), options.psql(), options.putBack())) {
      while (hasTime()) {
        ofSeed(nextSeed.getAndIncrement(), targets);
      }
    }
    return null;
  }

  private ComparedDatabase judged(String schema) throws SQLException {
    return options.connect().isEmpty()
        ? new LocalTarget(true, false, Set.of(), options.putBack())
        : new ClusterTarget(options.connect(), schema);
  }

  private boolean hasTime() {
    return found.report().statements() < options.statements()
        && clockNs.getAsLong() - beganNs < options.seconds() * NANOS
        && !(options.untilFound() && found.report().hasWrong());
  }

  private void ofSeed(long seed, ComparedDatabases targets) throws IOException {
    Grammar grammar = new Grammar(seed);
    for (int i = 0; i < STATEMENTS_OF_A_SEED && hasTime(); i++) {
      targets.use(grammar.tables());
      try {
        judge(seed, trial(grammar, i, targets.hasPostgreSql()), targets);
      } catch (RuntimeException e) {
        String place = "statement %d of seed %d: %s at %s";
        throw new IllegalStateException(
            place.formatted(i, seed, e, List.of(e.getStackTrace()).subList(0, 4)), e);
      }
    }
  }

  private void judge(long seed, OracleTrial trial, ComparedDatabases targets) throws IOException {
    Judgement judgement = trial.judge(targets);
    found.report().add(judgement.taken(), judgement.difference());
    if (judgement.difference() != null) {
      keep(seed, trial, judgement.difference(), targets);
    }
  }

  private void keep(long seed, OracleTrial trial, Difference difference, ComparedDatabases targets)
      throws IOException {
    long fromNs = clockNs.getAsLong();
    boolean mayReduce =
        reducingNs < REDUCTIONS_AT_FIRST_NS + (fromNs - beganNs) / PART_FOR_REDUCTIONS;
    if (mayReduce && found.report().isNew(difference)) {
      found.keep(seed, new Reducer(targets, options.mostTries()).reduce(trial, difference));
      reducingNs += clockNs.getAsLong() - fromNs;
    } else if (!mayReduce && difference.isWrong()) {
      found.keep(seed, new Reducer.Least(trial, targets.tables(), difference));
    }
  }

  private static OracleTrial trial(Grammar grammar, int number, boolean compares) {
    return compares ? beside(grammar, number % 24) : alone(grammar, number % 16);
  }

  /** Beside PostgreSQL most are compared with it, four of 24 as changes. */
  private static OracleTrial beside(Grammar grammar, int number) {
    return switch (number) {
      case 0, 6, 12 -> new Parts(grammar.partition());
      case 1, 7 -> new Plans(grammar.query(), Way.BARE);
      case 13 -> new Plans(grammar.query(), Way.PLAIN);
      case 19 -> new Plans(grammar.query(), Way.CLASSES);
      case 2, 8, 14, 20 -> new Changed(grammar.change(), number == 2);
      default -> new Query(grammar.query(), number % 2 == 0);
    };
  }

  private static OracleTrial alone(Grammar grammar, int number) {
    return switch (number) {
      case 0, 3, 6, 9, 12 -> new Parts(grammar.partition());
      case 1, 4, 7, 10, 13 -> new Plans(grammar.query(), Way.PLAIN);
      case 15 -> new Plans(grammar.query(), Way.CLASSES);
      default -> new Plans(grammar.query(), Way.BARE);
    };
  }
}
