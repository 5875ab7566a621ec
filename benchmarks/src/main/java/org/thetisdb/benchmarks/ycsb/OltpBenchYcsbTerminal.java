package org.thetisdb.benchmarks.ycsb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal of {@link OltpBenchYcsb}. */
final class OltpBenchYcsbTerminal implements Terminal {
  static final int READ_RECORD = 0;
  static final int INSERT_RECORD = 1;
  static final int SCAN_RECORD = 2;
  static final int UPDATE_RECORD = 3;
  static final int DELETE_RECORD = 4;

  static final String INSERT = "INSERT INTO usertable VALUES (?" + ", ?".repeat(Ycsb.FIELDS) + ")";
  private static final String READ = "SELECT * FROM usertable WHERE ycsb_key = ?";
  private static final String UPDATE =
      "UPDATE usertable SET "
          + IntStream.rangeClosed(1, Ycsb.FIELDS)
              .mapToObj(field -> "field" + field + " = ?")
              .collect(Collectors.joining(", "))
          + " WHERE ycsb_key = ?";
  private static final int STAMPS = 1_000_000_000;

  private final PreparedSession session;
  private final Weights weights;
  private final Zipf keys;
  private final Zipf scans;
  private final RandomGenerator random;
  private final AtomicInteger nextKey;
  private final Observations witness;
  private int type;
  private int key;
  private int scanned;
  private Object[] fields = {};
  private boolean deleted;

  OltpBenchYcsbTerminal(
      PreparedSession session,
      Weights weights,
      Zipf keys,
      Zipf scans,
      RandomGenerator random,
      AtomicInteger nextKey,
      Observations witness) {
    this.session = session;
    this.weights = weights;
    this.keys = keys;
    this.scans = scans;
    this.random = random;
    this.nextKey = nextKey;
    this.witness = witness;
  }

  /** The key, and behind it the fields. */
  static Object[] keyFirst(int key, Object[] fields) {
    Object[] values = new Object[1 + fields.length];
    values[0] = key;
    System.arraycopy(fields, 0, values, 1, fields.length);
    return values;
  }

  private static Object[] keyLast(int key, Object[] fields) {
    Object[] values = new Object[fields.length + 1];
    System.arraycopy(fields, 0, values, 0, fields.length);
    values[fields.length] = key;
    return values;
  }

  @Override
  public int choose() {
    type = weights.choose(random);
    key = type == INSERT_RECORD ? nextKey.getAndIncrement() : keys.next(random);
    scanned = 1 + scans.next(random);
    fields = StampedFields.of(key, random.nextInt(STAMPS));
    return type;
  }

  @Override
  public boolean run() throws SQLException {
    deleted = false;
    switch (type) {
      case READ_RECORD -> read(READ);
      case INSERT_RECORD -> requireAtMostOne(session.update(INSERT, keyFirst(key, fields)));
      case SCAN_RECORD -> scan();
      case UPDATE_RECORD -> requireAtMostOne(session.update(UPDATE, keyLast(key, fields)));
      case DELETE_RECORD -> delete();
      default -> {
        read(READ + " FOR UPDATE");
        requireAtMostOne(session.update(UPDATE, keyLast(key, fields)));
      }
    }
    return true;
  }

  /** Records that were deleted are not found, which is no error. */
  private void read(String sql) throws SQLException {
    session.forEach(sql, this::requireWhole, key);
  }

  private void requireWhole(ResultSet row) throws SQLException {
    if (!StampedFields.areWhole(row)) {
      witness.impossible("record " + row.getInt(1) + " has fields of several transactions");
    }
  }

  private void scan() throws SQLException {
    session.forEach(
        "SELECT * FROM usertable WHERE ycsb_key > ? AND ycsb_key < ?",
        this::requireWhole,
        key,
        key + scanned);
  }

  private void delete() throws SQLException {
    int rows = session.update("DELETE FROM usertable WHERE ycsb_key = ?", key);
    requireAtMostOne(rows);
    deleted = rows == 1;
  }

  private void requireAtMostOne(int rows) {
    if (rows > 1) {
      witness.impossible("a change of record " + key + " met " + rows + " rows");
    }
  }

  @Override
  public void ended(Ending ending) {
    if (type != DELETE_RECORD || deleted) {
      witness.ended(type, ending);
    }
  }
}
