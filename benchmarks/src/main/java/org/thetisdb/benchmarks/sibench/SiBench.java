package org.thetisdb.benchmarks.sibench;

import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.jdbc.BatchTasks;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * SIBench: the number of the row with the least value, and adding one to a row. Invariants: no row
 * comes or goes; the values add up to those that were loaded and one for each acknowledged update.
 */
public final class SiBench implements JdbcWorkload {
  /** The name in commands and results. */
  public static final String NAME = "sibench";

  /** How many weights there are: MinRecord, UpdateRecord. */
  public static final int TRANSACTIONS = 2;

  /** The weights of the benchmark. */
  public static final Weights USUAL_WEIGHTS = Weights.of(50, 50);

  /** Index of the query. */
  static final int MIN_RECORD = 0;

  /** Index of the change. */
  static final int UPDATE_RECORD = 1;

  private static final int GREATEST_LOADED = 1_000;

  private final int rows;
  private final Weights weights;
  private final Observations witness = new Observations(TRANSACTIONS);

  /** A table of so many rows. */
  public SiBench(int rows, Weights weights) {
    this.rows = rows;
    this.weights = weights;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return List.of("MinRecord", "UpdateRecord");
  }

  @Override
  public boolean isSingleStatement(int type) {
    return true;
  }

  @Override
  public List<String> definitions() {
    return List.of(
        "DROP TABLE IF EXISTS sitest",
        "CREATE TABLE sitest (id INT PRIMARY KEY, value INT NOT NULL)");
  }

  @Override
  public List<LoadTask> loadTasks() {
    return BatchTasks.of(
        "INSERT INTO sitest (id, value) VALUES (?, ?)",
        rows,
        id -> new Object[] {id, loadedValue(id)});
  }

  private static int loadedValue(int id) {
    return new SplittableRandom(id).nextInt(GREATEST_LOADED);
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    return new SiBenchTerminal(session, rows, weights, random, witness);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    long found = session.number("SELECT COUNT(*) FROM sitest");
    if (found != rows) {
      return "%d rows were loaded, but %d are there".formatted(rows, found);
    }
    long loaded = LongStream.range(0, rows).map(id -> loadedValue((int) id)).sum();
    long sum = session.number("SELECT SUM(value) FROM sitest");
    return witness.accepts(loaded, UPDATE_RECORD, sum)
        ? BenchResult.OK
        : "the values should add up to %d, but are %d"
            .formatted(loaded + witness.certain(UPDATE_RECORD), sum);
  }
}
