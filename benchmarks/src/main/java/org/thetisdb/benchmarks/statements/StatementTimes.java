package org.thetisdb.benchmarks.statements;

import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.jdbc.BatchTasks;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/**
 * Transactions of one statement by key and its COMMIT, with a clock on each of the two. Each
 * terminal has rows of its own, so that nobody waits for anybody's lock: what is measured is the
 * way of a statement. Invariant: the values add up to one for each acknowledged update.
 */
public final class StatementTimes implements JdbcWorkload {
  /** The name in commands and results. */
  public static final String NAME = "statements";

  /** What is timed, in the order of the report. */
  enum Kind {
    SELECT("SELECT by key"),
    READ_COMMIT("COMMIT that wrote nothing"),
    UPDATE("UPDATE by key"),
    WRITE_COMMIT("COMMIT that wrote");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** Index of the transaction that reads. */
  static final int READ = 0;

  /** Index of the one that writes. */
  static final int WRITE = 1;

  private final int rows;
  private final Observations witness = new Observations(2);
  private final Queue<StatementTimesTerminal> terminals = new ConcurrentLinkedQueue<>();

  /** A table of so many rows. */
  public StatementTimes(int rows) {
    this.rows = rows;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return List.of("Read", "Write");
  }

  @Override
  public List<String> definitions() {
    return List.of(
        "DROP TABLE IF EXISTS timed",
        "CREATE TABLE timed (id INT PRIMARY KEY, value INT NOT NULL, filler VARCHAR(100))");
  }

  @Override
  public List<LoadTask> loadTasks() {
    return BatchTasks.of(
        "INSERT INTO timed (id, value, filler) VALUES (?, 0, ?)",
        rows,
        id -> new Object[] {id, "row " + id});
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    int own = Math.max(1, rows / count);
    StatementTimesTerminal one =
        new StatementTimesTerminal(session, terminal * own % rows, own, random, witness);
    terminals.add(one);
    return one;
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    long sum = session.number("SELECT SUM(value) FROM timed");
    return witness.accepts(0, WRITE, sum)
        ? BenchResult.OK
        : "the values should add up to %d, but are %d".formatted(witness.certain(WRITE), sum);
  }

  @Override
  public String report(BenchResult result) {
    TextTable table = new TextTable("  last statements", "times", "p50", "p95", "p99");
    for (Kind kind : Kind.values()) {
      long[] sorted =
          terminals.stream()
              .flatMapToLong(one -> LongStream.of(one.times(kind)))
              .sorted()
              .toArray();
      table.row(
          "  " + kind.text,
          Format.count(sorted.length),
          percentile(sorted, 50),
          percentile(sorted, 95),
          percentile(sorted, 99));
    }
    return table.render("");
  }

  private static String percentile(long[] sortedNs, int percent) {
    if (sortedNs.length == 0) {
      return "-";
    }
    int at = Math.min(sortedNs.length - 1, sortedNs.length * percent / 100);
    return Format.micros(sortedNs[at] / 1_000);
  }
}
