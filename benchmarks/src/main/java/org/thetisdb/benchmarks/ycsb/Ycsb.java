package org.thetisdb.benchmarks.ycsb;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * YCSB. Its invariants: each record that was loaded or whose insert was acknowledged is there once;
 * the changes that records count add up to those that were acknowledged; each field is as long as
 * it was made, and belongs to its record.
 */
public final class Ycsb implements JdbcWorkload {
  /** The name in commands and results. */
  public static final String NAME = "ycsb";

  /** How many weights there are: read, update, insert, scan, read-modify-write. */
  public static final int OPERATIONS = 5;

  /** Fields of a record. */
  static final int FIELDS = 10;

  private static final int RECORDS_PER_BATCH = 250;
  private static final int RECORDS_PER_LOOK = 1_000;

  private final YcsbOptions options;
  private final Zipf zipf;
  private final Observations witness = new Observations(OPERATIONS);
  private final AtomicInteger nextKey;

  /** A table that is to be loaded. */
  public Ycsb(YcsbOptions options) {
    this.options = options;
    this.zipf = new Zipf(options.records(), options.skew());
    this.nextKey = new AtomicInteger(options.records());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return Operation.labels();
  }

  @Override
  public List<String> definitions() {
    String fields =
        IntStream.range(0, FIELDS)
            .mapToObj(field -> "field" + field + " VARCHAR(100) NOT NULL")
            .collect(Collectors.joining(", "));
    return List.of(
        "DROP TABLE IF EXISTS usertable",
        "CREATE TABLE usertable (ycsb_key INT PRIMARY KEY, changes INT NOT NULL, " + fields + ")");
  }

  @Override
  public List<LoadTask> loadTasks() {
    List<LoadTask> tasks = new ArrayList<>();
    for (int from = 0; from < options.records(); from += RECORDS_PER_BATCH) {
      int first = from;
      int end = Math.min(options.records(), from + RECORDS_PER_BATCH);
      tasks.add(session -> load(session, first, end));
    }
    return tasks;
  }

  private static void load(PreparedSession session, int first, int end) throws SQLException {
    session.clearBatch(YcsbTerminal.INSERT);
    for (int key = first; key < end; key++) {
      session.batch(YcsbTerminal.INSERT, FieldText.record(key));
    }
    session.runBatch(YcsbTerminal.INSERT);
  }

  @Override
  public boolean isSingleStatement(int type) {
    return Operation.of(type).isSingleStatement();
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    return new YcsbTerminal(session, options, zipf, random, nextKey, witness);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    String impossible = witness.impossible();
    if (!impossible.isEmpty()) {
      return impossible;
    }
    long records = session.number("SELECT COUNT(*) FROM usertable");
    if (!witness.accepts(options.records(), Operation.INSERT.index(), records)) {
      return "%d records should be there, but %d are"
          .formatted(options.records() + witness.certain(Operation.INSERT.index()), records);
    }
    long changes = session.number("SELECT SUM(changes) FROM usertable");
    if (!witness.accepts(0, Operation.UPDATE.index(), changes)) {
      return "%d changes were acknowledged, but records count %d"
          .formatted(witness.certain(Operation.UPDATE.index()), changes);
    }
    return checkFields(session);
  }

  /** In pieces, so that no result is large. */
  private String checkFields(PreparedSession session) throws SQLException {
    int[] wrong = {0};
    for (int first = 0; first < nextKey.get(); first += RECORDS_PER_LOOK) {
      checkFields(session, first, first + RECORDS_PER_LOOK, wrong);
    }
    return wrong[0] == 0 ? BenchResult.OK : wrong[0] + " fields are not as they were written";
  }

  private static void checkFields(PreparedSession session, int first, int end, int[] wrong)
      throws SQLException {
    session.forEach(
        "SELECT * FROM usertable WHERE ycsb_key >= ? AND ycsb_key < ?",
        row -> {
          for (int field = 0; field < FIELDS; field++) {
            boolean right = FieldText.belongsTo(row.getString(field + 3), row.getInt(1));
            wrong[0] += right ? 0 : 1;
          }
        },
        first,
        end);
  }
}
