package org.thetisdb.benchmarks.ycsb;

import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.benchmarks.jdbc.BatchTasks;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * YCSB as OLTP-Bench has it: deletes, too, and updates of all ten fields at once. Invariants: as
 * many records are there as were loaded and inserted and not deleted; all fields of a record belong
 * to it and were written by one transaction.
 */
public final class OltpBenchYcsb implements JdbcWorkload {
  /** How many weights there are. */
  public static final int TRANSACTIONS = 6;

  /** The weights of the benchmark, in the order of {@link #types}. */
  public static final Weights USUAL_WEIGHTS = Weights.of(50, 5, 15, 10, 10, 10);

  private static final int LONGEST_SCAN = 1_000;
  private static final int RECORDS_PER_LOOK = 1_000;

  private final int records;
  private final Weights weights;
  private final Zipf keys;
  private final Zipf scans;
  private final Observations witness = new Observations(TRANSACTIONS);
  private final AtomicInteger nextKey;

  /** A table of so many records. */
  public OltpBenchYcsb(int records, double skew, Weights weights) {
    this.records = records;
    this.weights = weights;
    this.keys = new Zipf(records, skew);
    this.scans = new Zipf(LONGEST_SCAN, skew);
    this.nextKey = new AtomicInteger(records);
  }

  @Override
  public String name() {
    return Ycsb.NAME;
  }

  @Override
  public List<String> types() {
    return List.of(
        "ReadRecord",
        "InsertRecord",
        "ScanRecord",
        "UpdateRecord",
        "DeleteRecord",
        "ReadModifyWriteRecord");
  }

  @Override
  public List<String> definitions() {
    String fields =
        IntStream.rangeClosed(1, Ycsb.FIELDS)
            .mapToObj(field -> "field" + field + " VARCHAR(100)")
            .collect(Collectors.joining(", "));
    return List.of(
        "DROP TABLE IF EXISTS usertable",
        "CREATE TABLE usertable (ycsb_key INT PRIMARY KEY, " + fields + ")");
  }

  @Override
  public List<LoadTask> loadTasks() {
    return BatchTasks.of(
        OltpBenchYcsbTerminal.INSERT,
        records,
        key -> OltpBenchYcsbTerminal.keyFirst(key, StampedFields.of(key, 0)));
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    return new OltpBenchYcsbTerminal(session, weights, keys, scans, random, nextKey, witness);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    int inserts = OltpBenchYcsbTerminal.INSERT_RECORD;
    int deletes = OltpBenchYcsbTerminal.DELETE_RECORD;
    long expected = records + witness.certain(inserts) - witness.certain(deletes);
    long found = session.number("SELECT COUNT(*) FROM usertable");
    if (found < expected - witness.unknown(deletes)
        || found > expected + witness.unknown(inserts)) {
      return "%d records should be there, but %d are".formatted(expected, found);
    }
    long[] wrong = {0};
    for (int first = 0; first < nextKey.get(); first += RECORDS_PER_LOOK) {
      session.forEach(
          "SELECT * FROM usertable WHERE ycsb_key >= ? AND ycsb_key < ?",
          row -> wrong[0] += StampedFields.areWhole(row) ? 0 : 1,
          first,
          first + RECORDS_PER_LOOK);
    }
    return wrong[0] == 0
        ? BenchResult.OK
        : wrong[0] + " records have fields that no one transaction wrote";
  }
}
