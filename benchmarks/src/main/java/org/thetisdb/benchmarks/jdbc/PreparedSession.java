package org.thetisdb.benchmarks.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A connection with its statements, which are prepared once, or for each use anew, as the style
 * wants. A connection that was lost is opened again at the next use outside of a transaction. For
 * one thread.
 */
public final class PreparedSession implements AutoCloseable {
  private final ConnectionSource source;
  private final Style style;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private Connection connection;
  private boolean autoCommit = true;
  private long rowsWritten;

  /** Opens nothing yet; keeps its statements. */
  public PreparedSession(ConnectionSource source) {
    this(source, Style.POOLED);
  }

  /** Opens nothing yet. */
  public PreparedSession(ConnectionSource source, Style style) {
    this.source = source;
    this.style = style;
  }

  /** What to do with one row of a result. */
  @FunctionalInterface
  public interface RowAction {
    /** Takes the row that the result stands on. */
    void accept(ResultSet row) throws SQLException;
  }

  /**
   * Prepares for a transaction: opens the connection if there is none, and sets auto-commit.
   *
   * @param singleStatement whether the transaction is one statement, which commits by itself if the
   *     style wants it
   */
  public void begin(boolean singleStatement) throws SQLException {
    boolean commitsByItself = singleStatement && style.isPooled();
    if (connection == null || connection.isClosed()) {
      statements.clear();
      connection = source.open();
      autoCommit = connection.getAutoCommit();
    }
    if (autoCommit != commitsByItself) {
      connection.setAutoCommit(commitsByItself);
      autoCommit = commitsByItself;
    }
  }

  /** Commits; with auto-commit nothing is left to do. */
  public void commit() throws SQLException {
    if (!autoCommit) {
      connection.commit();
    }
  }

  /** Rolls back; with auto-commit nothing is left to do. */
  public void rollback() throws SQLException {
    if (!style.isPooled()) {
      forgetStatements();
    }
    if (!autoCommit && connection != null && !connection.isClosed()) {
      connection.rollback();
    }
  }

  /** Runs a definition. */
  public void define(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs a change; returns how many rows it met. */
  public int update(String sql, Object... values) throws SQLException {
    try {
      int rows = bound(sql, values).executeUpdate();
      rowsWritten += rows;
      return rows;
    } finally {
      release(sql);
    }
  }

  /**
   * Adds a run of a change to its batch.
   *
   * @see #runBatch
   */
  public void batch(String sql, Object... values) throws SQLException {
    bound(sql, values).addBatch();
  }

  /** Runs the batch of a change; returns how many rows each met. */
  public int[] runBatch(String sql) throws SQLException {
    try {
      int[] rows = prepared(sql).executeBatch();
      rowsWritten += rows.length;
      return rows;
    } finally {
      release(sql);
    }
  }

  /** Rows that changes met, and changes in batches, since the session is there. */
  long rowsWritten() {
    return rowsWritten;
  }

  /** Forgets the batch of a change that failed. */
  public void clearBatch(String sql) throws SQLException {
    prepared(sql).clearBatch();
  }

  /** The first row of a query, or null. Each column is as {@code getObject} gives it. */
  public Object[] row(String sql, Object... values) throws SQLException {
    try (ResultSet result = bound(sql, values).executeQuery()) {
      return result.next() ? read(result) : null;
    } finally {
      release(sql);
    }
  }

  /** All rows of a query whose result is small. */
  public List<Object[]> rows(String sql, Object... values) throws SQLException {
    List<Object[]> rows = new ArrayList<>();
    forEach(sql, row -> rows.add(read(row)), values);
    return rows;
  }

  /** Does something with each row of a query, in the order in which they come. */
  public void forEach(String sql, RowAction action, Object... values) throws SQLException {
    try (ResultSet result = bound(sql, values).executeQuery()) {
      while (result.next()) {
        action.accept(result);
      }
    } finally {
      release(sql);
    }
  }

  /** The one number that a query gives; 0 for NULL. */
  public long number(String sql, Object... values) throws SQLException {
    Object[] row = row(sql, values);
    if (row == null) {
      throw new SQLException("A query for a number found no row: " + sql);
    }
    return row[0] == null ? 0 : ((Number) row[0]).longValue();
  }

  private static Object[] read(ResultSet result) throws SQLException {
    Object[] row = new Object[result.getMetaData().getColumnCount()];
    for (int i = 0; i < row.length; i++) {
      row[i] = result.getObject(i + 1);
    }
    return row;
  }

  private PreparedStatement bound(String sql, Object... values) throws SQLException {
    PreparedStatement statement = prepared(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  private PreparedStatement prepared(String sql) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    return statement;
  }

  /** The statement was used. */
  private void release(String sql) {
    if (!style.isPooled()) {
      forget(statements.remove(sql));
    }
  }

  private void forgetStatements() {
    statements.values().forEach(PreparedSession::forget);
    statements.clear();
  }

  private static void forget(PreparedStatement statement) {
    try {
      if (statement != null) {
        statement.close();
      }
    } catch (SQLException e) {
      // Whatever is wrong with the connection, its next use shows.
    }
  }

  @Override
  public void close() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      // It is given up in any case, and holds nothing that anybody needs.
    }
  }
}
