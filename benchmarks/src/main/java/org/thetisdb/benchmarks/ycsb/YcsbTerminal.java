package org.thetisdb.benchmarks.ycsb;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal: one operation on one record, or on a few that follow each other. */
final class YcsbTerminal implements Terminal {
  static final String INSERT =
      "INSERT INTO usertable VALUES (?, ?" + ", ?".repeat(Ycsb.FIELDS) + ")";
  private static final String READ = "SELECT * FROM usertable WHERE ycsb_key = ?";
  private static final String SCAN =
      "SELECT * FROM usertable WHERE ycsb_key >= ? ORDER BY ycsb_key LIMIT ?";
  private static final int LONGEST_SCAN = 100;

  /** Spreads the preferred records over the table; prime, so that no two meet. */
  private static final long SPREAD = 2_147_483_647L;

  private final PreparedSession session;
  private final YcsbOptions options;
  private final Zipf zipf;
  private final RandomGenerator random;
  private final AtomicInteger nextKey;
  private final Observations witness;
  private Operation operation = Operation.READ;
  private int key;
  private int field;
  private int scanned;
  private String text = "";

  YcsbTerminal(
      PreparedSession session,
      YcsbOptions options,
      Zipf zipf,
      RandomGenerator random,
      AtomicInteger nextKey,
      Observations witness) {
    this.session = session;
    this.options = options;
    this.zipf = zipf;
    this.random = random;
    this.nextKey = nextKey;
    this.witness = witness;
  }

  @Override
  public int choose() {
    operation = Operation.of(options.weights().choose(random));
    key = operation == Operation.INSERT ? nextKey.getAndIncrement() : existingKey();
    field = random.nextInt(Ycsb.FIELDS);
    scanned = 1 + random.nextInt(LONGEST_SCAN);
    text = FieldText.of(key, random);
    return operation.index();
  }

  /** A key that was loaded; with the newest preferred, one that may still be on its way. */
  private int existingKey() {
    int rank = zipf.next(random);
    return options.prefersLatest()
        ? Math.max(0, nextKey.get() - 1 - rank)
        : (int) ((rank + 1) * SPREAD % options.records());
  }

  @Override
  public boolean run() throws SQLException {
    return switch (operation) {
      case READ -> read(READ);
      case UPDATE -> update();
      case INSERT -> isOne(session.update(INSERT, FieldText.record(key)));
      case SCAN -> scan();
      case READ_MODIFY_WRITE -> read(READ + " FOR UPDATE") && update();
    };
  }

  /** Whether the record is there. */
  private boolean read(String sql) throws SQLException {
    Object[] row = session.row(sql, key);
    if (row == null) {
      return missing();
    }
    if (!FieldText.belongsTo((String) row[2 + field], key)) {
      witness.impossible(
          "record " + key + " has a field that was not written so: " + row[2 + field]);
    }
    return true;
  }

  /** A new record may not be there yet; one that was loaded always is. */
  private boolean missing() {
    if (key < options.records()) {
      witness.impossible("record " + key + " is gone");
    }
    return false;
  }

  private boolean scan() throws SQLException {
    int[] last = {key - 1};
    session.forEach(
        SCAN,
        row -> {
          if (row.getInt(1) <= last[0]) {
            witness.impossible("a scan met " + row.getInt(1) + " after " + last[0]);
          }
          last[0] = row.getInt(1);
        },
        key,
        scanned);
    return true;
  }

  private boolean update() throws SQLException {
    String sql =
        "UPDATE usertable SET changes = changes + 1, field" + field + " = ? WHERE ycsb_key = ?";
    int rows = session.update(sql, text, key);
    return rows == 0 ? missing() : isOne(rows);
  }

  private boolean isOne(int rows) {
    if (rows != 1) {
      witness.impossible("a change of record " + key + " met " + rows + " rows");
    }
    return rows == 1;
  }

  @Override
  public void ended(Ending ending) {
    Operation counted = operation == Operation.READ_MODIFY_WRITE ? Operation.UPDATE : operation;
    witness.ended(counted.index(), ending);
  }
}
