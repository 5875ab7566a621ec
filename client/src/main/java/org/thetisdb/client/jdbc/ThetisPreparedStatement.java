package org.thetisdb.client.jdbc;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.client.jdbc.large.LargeContent;
import org.thetisdb.client.jdbc.result.BatchCounts;
import org.thetisdb.client.jdbc.result.BatchKeys;
import org.thetisdb.client.jdbc.session.PreparedTexts;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.jdbc.sql.SqlText;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.LargeValue;
import org.thetisdb.core.value.UnsendableException;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply.Description;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest;

/**
 * A statement with parameters. The cluster keeps the plan by the text, so nothing is prepared there
 * ahead of the first run; what it takes and returns is asked for when the application asks.
 */
class ThetisPreparedStatement extends SettingStatement {
  private static final int MAX_RUNS_AT_ONCE = 1_000;
  private static final int MAX_VALUES_AT_ONCE = 100_000;
  private static final int MAX_BYTES_AT_ONCE = 4 << 20;

  /** The longest values that a statement calculates with, since a transaction has its bound. */
  private static final long MAX_WHOLE_BYTES = 8 << 20;

  /** Stands for a parameter that has no value yet. */
  private static final Object UNSET = new Object();

  private final SqlText text;
  private final int flags;
  private final Object[] values;
  private final List<List<Object>> batch = new ArrayList<>();
  private Description description;

  /** The keys that the runs of a batch have made so far; null for none. */
  private BatchKeys madeKeys;

  /**
   * Whether values go with it, however long: it calls a procedure, or has refused one that lies
   * beside its row.
   */
  private boolean takesWhole;

  ThetisPreparedStatement(ThetisConnection connection, int scrollType, String sql, int flags)
      throws SQLException {
    super(connection, scrollType);
    this.text = SqlText.of(sql, true);
    this.flags = flags;
    this.values = new Object[text.parameters()];
    Arrays.fill(values, UNSET);
    this.takesWhole = text.sql().stripLeading().regionMatches(true, 0, "CALL", 0, 4);
  }

  final SqlText text() {
    return text;
  }

  @Override
  void set(int index, Object wireValue) throws SQLException {
    requireOpen();
    if (index < 1 || index > values.length) {
      throw SqlErrors.of(
          "07009", "There is no parameter " + index + "; the statement has " + values.length + ".");
    }
    values[index - 1] = wireValue;
  }

  @Override
  public void clearParameters() throws SQLException {
    requireOpen();
    Arrays.fill(values, UNSET);
  }

  private List<Object> arguments() throws SQLException {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == UNSET) {
        throw SqlErrors.of("07002", "Parameter " + (i + 1) + " has no value.");
      }
    }
    List<Object> all = Arrays.asList(values.clone());
    return takesWhole ? whole(all) : sendable(all);
  }

  /** Long values are uploaded, and what stands for them is sent. */
  private List<Object> sendable(List<Object> all) throws SQLException {
    for (int i = 0; i < all.size(); i++) {
      all.set(i, StreamParameter.sendable(all.get(i), connection.largeValues()));
    }
    return all;
  }

  /** Nothing is uploaded, or what was is fetched again: values go with the statement. */
  private List<Object> whole(List<Object> all) throws SQLException {
    List<Object> whole = new ArrayList<>(all);
    for (int i = 0; i < whole.size(); i++) {
      if (whole.get(i) instanceof StreamParameter stream) {
        whole.set(i, stream.whole());
      } else if (whole.get(i) instanceof LargeValue large) {
        whole.set(i, LargeContent.of(connection.largeValues(), large));
      }
    }
    return whole;
  }

  private static boolean isUploaded(List<Object> run) {
    return run.stream().anyMatch(LargeValue.class::isInstance);
  }

  /**
   * Runs it; if it cannot take values that lie beside a row, since it calculates with them or wants
   * another type, with the values themselves.
   */
  private Result runAll(List<List<Object>> runs, int more) throws SQLException {
    try {
      return run(text.sql(), encode(runs), flags | more);
    } catch (SQLException e) {
      boolean misplaced = e.getErrorCode() == ErrorCode.LARGE_VALUE_MISPLACED.number();
      if (!misplaced || runs.stream().noneMatch(ThetisPreparedStatement::isUploaded)) {
        throw e;
      }
      List<List<Object>> whole = new ArrayList<>();
      for (List<Object> run : runs) {
        requireSendable(run, e);
        whole.add(whole(run));
      }
      Result result = run(text.sql(), encode(whole), flags | more);
      takesWhole = true;
      return result;
    }
  }

  private static void requireSendable(List<Object> run, SQLException misplaced)
      throws SQLException {
    long bytes = 0;
    for (Object value : run) {
      bytes += value instanceof LargeValue large ? large.bytes() : 0;
    }
    if (bytes > MAX_WHOLE_BYTES) {
      throw misplaced;
    }
  }

  private static byte[] encode(List<List<Object>> runs) throws SQLException {
    try {
      return ValueCodec.encode(runs);
    } catch (UnsendableException e) {
      throw SqlErrors.of("22023", "A parameter cannot be sent: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of("22021", "A parameter cannot be sent: " + e.getMessage());
    }
  }

  /** Runs it with the present values; whether it returned rows. */
  final boolean runOnce() throws SQLException {
    requireOpen();
    return take(runAll(List.of(arguments()), 0));
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return rowsOf(runOnce());
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    return countOf(runOnce());
  }

  @Override
  public int executeUpdate() throws SQLException {
    return toInt(executeLargeUpdate());
  }

  @Override
  public boolean execute() throws SQLException {
    return runOnce();
  }

  @Override
  public void addBatch() throws SQLException {
    requireOpen();
    requireRoom(batch.size());
    batch.add(arguments());
  }

  @Override
  public void clearBatch() throws SQLException {
    requireOpen();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    List<List<Object>> runs = new ArrayList<>(batch);
    batch.clear();
    BatchCounts counts = new BatchCounts(runs.size());
    madeKeys = null;
    int step = Math.max(1, Math.min(MAX_RUNS_AT_ONCE, MAX_VALUES_AT_ONCE / (values.length + 1)));
    try {
      for (int from = 0; from < runs.size(); from += step) {
        runBatch(runs.subList(from, Math.min(runs.size(), from + step)), counts);
      }
    } catch (SQLException e) {
      throw counts.failure(e);
    }
    if (madeKeys != null) {
      keepKeys(madeKeys);
    }
    return counts.toArray();
  }

  private void runBatch(List<List<Object>> runs, BatchCounts counts) throws SQLException {
    byte[] encoded = encode(runs);
    if (encoded.length > MAX_BYTES_AT_ONCE && runs.size() > 1) {
      int half = runs.size() / 2;
      runBatch(runs.subList(0, half), counts);
      runBatch(runs.subList(half, runs.size()), counts);
      return;
    }
    Result result = runAll(runs, SqlRequest.Statement.BATCH);
    if (result.updateCounts().size() != runs.size()) {
      throw SqlErrors.of("0100E", "A statement of a batch must not return rows.");
    }
    counts.addAll(result.updateCounts());
    madeKeys = BatchKeys.with(madeKeys, result);
  }

  private Description description() throws SQLException {
    requireOpen();
    if (description != null && !PreparedTexts.mayBe(text.sql())) {
      return description; // what EXECUTE stands for may be another statement by now
    }
    description = connection.describe(text.sql()).description();
    return description;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    Description known = description();
    return known.query() ? new ResultColumns(known.columns()) : null;
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    return new JdbcParameterTypes(description().parameters());
  }

  private static SQLException textIsGiven() {
    return SqlErrors.of("HY010", "A prepared statement has its text; call the method without one.");
  }

  @Override
  public final ResultSet executeQuery(String sql) throws SQLException {
    throw textIsGiven();
  }

  @Override
  public final long executeLargeUpdate(String sql) throws SQLException {
    throw textIsGiven();
  }

  @Override
  public final long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    throw textIsGiven();
  }

  @Override
  public final boolean execute(String sql) throws SQLException {
    throw textIsGiven();
  }

  @Override
  public final boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    throw textIsGiven();
  }

  @Override
  public final void addBatch(String sql) throws SQLException {
    throw textIsGiven();
  }
}
