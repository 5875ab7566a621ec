package org.thetisdb.client.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.client.jdbc.result.BatchCounts;
import org.thetisdb.client.jdbc.result.BatchKeys;
import org.thetisdb.client.jdbc.result.JdbcRowCursor;
import org.thetisdb.client.jdbc.result.WireRows;
import org.thetisdb.client.jdbc.sql.KeyColumns;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.jdbc.sql.SqlText;
import org.thetisdb.client.jdbc.value.EmptyText;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply.Result;
import org.thetisdb.core.wire.SqlRequest;

/** A statement whose text is given when it is run. */
class ThetisStatement extends StatementSettings {
  static final byte[] NO_ARGUMENTS = ValueCodec.encode(List.of(List.of()));
  private static final int MAX_BATCH = 1_000_000;

  final ThetisConnection connection;
  private final int scrollType;
  private final List<String> batch = new ArrayList<>();
  private ThetisResultSet results;
  private ThetisResultSet keys;
  private long updateCount = -1;
  private SQLWarning warnings;
  private volatile boolean closed;

  ThetisStatement(ThetisConnection connection, int scrollType) {
    this.connection = connection;
    this.scrollType = scrollType;
  }

  @Override
  final void requireOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("statement");
    }
    connection.requireOpen();
  }

  /** Runs a text and keeps its outcome; whether that is rows. */
  final Result run(String sql, byte[] arguments, int flags) throws SQLException {
    requireOpen();
    dropResults();
    warnings = null;
    if (EmptyText.is(sql)) {
      return EmptyText.RESULT;
    }
    Result result = connection.execute(sql, arguments, flags, maxRows, fetchSize, timeoutS);
    if (!result.message().isEmpty()) {
      warnings = new SQLWarning(result.message(), "01000");
    }
    return result;
  }

  /** Takes the outcome of one run: rows, or a count and perhaps keys. */
  final boolean take(Result result) throws SQLException {
    if (result.updateCounts().isEmpty()) {
      results = resultSet(result);
      return true;
    }
    updateCount = result.updateCounts().get(0);
    keys = result.columns().isEmpty() ? null : resultSet(result);
    return false;
  }

  private ThetisResultSet resultSet(Result result) throws SQLException {
    ResultColumns columns = new ResultColumns(result.columns());
    int width = columns.getColumnCount();
    List<List<Object>> first = WireRows.decode(result.rows(), width);
    JdbcRowCursor rows =
        result.cursor() == 0
            ? JdbcRowCursor.of(first)
            : JdbcRowCursor.streaming(first, new RemoteRows(this, result.cursor(), width));
    boolean scrolls = scrollType != ResultSet.TYPE_FORWARD_ONLY;
    return new ThetisResultSet(this, columns, scrolls ? rows.loaded() : rows, scrollType);
  }

  final void keepKeys(BatchKeys made) throws SQLException {
    keys =
        new ThetisResultSet(
            this,
            new ResultColumns(made.columns()),
            JdbcRowCursor.of(made.rows()),
            ResultSet.TYPE_FORWARD_ONLY);
  }

  final Result fetch(long cursor) throws SQLException {
    return connection.fetch(cursor, fetchSize, timeoutS);
  }

  final void closeCursor(long cursor) {
    connection.closeCursor(cursor);
  }

  final void resultClosed(ThetisResultSet result) throws SQLException {
    if (closeOnCompletion && result == results) {
      close();
    }
  }

  private void dropResults() throws SQLException {
    ThetisResultSet old = results;
    results = null;
    keys = null;
    updateCount = -1;
    if (old != null) {
      old.close();
    }
  }

  private boolean runText(String sql, int flags) throws SQLException {
    requireOpen();
    SqlText text = SqlText.of(sql, escapes);
    return text.parameters() > 0
        ? runOperators(text.withOperators().sql(), flags)
        : take(run(text.sql(), NO_ARGUMENTS, flags));
  }

  /** If the question marks make no sense as operators, they were meant as parameters. */
  private boolean runOperators(String sql, int flags) throws SQLException {
    try {
      return take(run(sql, NO_ARGUMENTS, flags));
    } catch (SQLException e) {
      if (!String.valueOf(e.getSQLState()).startsWith("42")) {
        throw e;
      }
      SQLException parameters =
          SqlErrors.of(
              "07001", "The statement has parameters; use prepareStatement to give them values.");
      parameters.initCause(e);
      throw parameters;
    }
  }

  final ResultSet rowsOf(boolean query) throws SQLException {
    if (!query) {
      throw SqlErrors.of("02000", "The statement returned no rows; use executeUpdate or execute.");
    }
    return results;
  }

  final long countOf(boolean query) throws SQLException {
    if (query) {
      dropResults();
      throw SqlErrors.of("0100E", "The statement returned rows; use executeQuery or execute.");
    }
    return updateCount;
  }

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    return rowsOf(runText(sql, 0));
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    return countOf(runText(sql, 0));
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return toInt(executeLargeUpdate(sql));
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return runText(sql, 0);
  }

  static int keysFlag(int autoGeneratedKeys) throws SQLException {
    return switch (autoGeneratedKeys) {
      case RETURN_GENERATED_KEYS -> SqlRequest.Statement.GENERATED_KEYS;
      case NO_GENERATED_KEYS -> 0;
      default -> throw SqlErrors.badArgument("No flag for keys: " + autoGeneratedKeys);
    };
  }

  @Override
  public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return countOf(runText(sql, keysFlag(autoGeneratedKeys)));
  }

  @Override
  public long executeLargeUpdate(String sql, int[] columns) throws SQLException {
    return executeLargeUpdate(sql, RETURN_GENERATED_KEYS);
  }

  @Override
  public long executeLargeUpdate(String sql, String[] columns) throws SQLException {
    return executeLargeUpdate(KeyColumns.returning(sql, columns), RETURN_GENERATED_KEYS);
  }

  @Override
  public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
    return toInt(executeLargeUpdate(sql, autoGeneratedKeys));
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    return executeUpdate(sql, RETURN_GENERATED_KEYS);
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    return executeUpdate(KeyColumns.returning(sql, columns), RETURN_GENERATED_KEYS);
  }

  @Override
  public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
    return runText(sql, keysFlag(autoGeneratedKeys));
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    return execute(sql, RETURN_GENERATED_KEYS);
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    return execute(KeyColumns.returning(sql, columns), RETURN_GENERATED_KEYS);
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    requireOpen();
    return keys != null
        ? keys
        : ThetisResultSet.made(ResultColumns.made(List.of(), List.of()), List.of());
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    requireOpen();
    return results;
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    requireOpen();
    return updateCount;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return toInt(getLargeUpdateCount());
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    return getMoreResults(CLOSE_CURRENT_RESULT);
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    requireOpen();
    if (current == KEEP_CURRENT_RESULT) {
      results = null;
      updateCount = -1;
    } else {
      dropResults();
    }
    return false;
  }

  @Override
  public void addBatch(String sql) throws SQLException {
    requireOpen();
    requireRoom(batch.size());
    batch.add(sql);
  }

  static void requireRoom(int size) throws SQLException {
    if (size >= MAX_BATCH) {
      throw SqlErrors.of("54000", "A batch has at most " + MAX_BATCH + " entries.");
    }
  }

  @Override
  public void clearBatch() throws SQLException {
    requireOpen();
    batch.clear();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    requireOpen();
    List<String> texts = new ArrayList<>(batch);
    batch.clear();
    BatchCounts counts = new BatchCounts(texts.size());
    for (String text : texts) {
      try {
        counts.add(countOf(runText(text, 0)));
      } catch (SQLException e) {
        throw counts.failure(e);
      }
    }
    return counts.toArray();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return BatchCounts.toInts(executeLargeBatch());
  }

  @Override
  public void cancel() throws SQLException {
    requireOpen();
    connection.cancel();
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return warnings;
  }

  @Override
  public void clearWarnings() throws SQLException {
    requireOpen();
    warnings = null;
  }

  @Override
  public int getResultSetType() {
    return scrollType;
  }

  @Override
  public Connection getConnection() throws SQLException {
    requireOpen();
    return connection;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      connection.forget(this);
      dropResults();
    }
  }
}
