package org.thetisdb.relational.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.thetisdb.relational.log.LogHead;

/**
 * The one row of the table {@code thetis_position}, by which a database knows how much of its
 * partition's log it has. It changes in the transactions whose changes it counts, so the two cannot
 * come apart, neither by a crash nor in a backup. For one thread.
 */
final class PositionRow {
  static final String TABLE = "thetis_position";

  private static final String DIVISION_BY_ZERO = "22012";

  private final Connection connection;
  private final DatabaseDialect dialect;
  private PreparedStatement move;

  PositionRow(Connection connection, DatabaseDialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /**
   * Reads it, or makes it.
   *
   * @throws DatabaseException if the database is another partition
   */
  LogHead read(long partition) throws SQLException {
    if (!isThere(TABLE) && !isThere(TABLE.toUpperCase(Locale.ROOT))) {
      make(partition);
    }
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT partition_id, version, chain FROM " + TABLE + " WHERE id = 1")) {
      if (!row.next()) {
        throw DatabaseException.of("55000", "Table " + TABLE + " has lost its row");
      }
      if (row.getLong(1) != partition) {
        throw DatabaseException.of(
            "55000", "The database is partition %d, not %d".formatted(row.getLong(1), partition));
      }
      return new LogHead(row.getLong(2), row.getLong(3));
    }
  }

  private boolean isThere(String name) throws SQLException {
    try (ResultSet found =
        connection
            .getMetaData()
            .getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
      return found.next();
    }
  }

  private void make(long partition) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + TABLE
              + " (id INT PRIMARY KEY, partition_id BIGINT NOT NULL, version BIGINT NOT NULL,"
              + " chain BIGINT NOT NULL)");
      statement.execute("INSERT INTO " + TABLE + " VALUES (1, " + partition + ", 0, 0)");
    }
    connection.commit();
  }

  /** Moves it in the open transaction; fails as {@link #moveAndCommit} does. */
  void move(LogHead from, LogHead to) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int moved =
          statement.executeUpdate(
              "UPDATE %s SET version = %d, chain = %d WHERE id = 1 AND version = %d"
                  .formatted(TABLE, to.version(), to.chain(), from.version()));
      if (moved != 1) {
        throw moved();
      }
    }
  }

  /**
   * Moves it and commits what the transaction has changed.
   *
   * @throws SQLException if the row is not where it should be, so that nothing is committed
   */
  void moveAndCommit(LogHead from, LogHead to) throws SQLException {
    boolean isOneText = !dialect.moveAndCommit().isEmpty();
    if (move == null) {
      move =
          connection.prepareStatement(
              isOneText
                  ? dialect.moveAndCommit()
                  : "UPDATE " + TABLE + " SET version = ?, chain = ? WHERE id = 1 AND version = ?");
    }
    move.setLong(1, to.version());
    move.setLong(2, to.chain());
    move.setLong(3, from.version());
    if (isOneText) {
      moveInOneText();
      return;
    }
    if (move.executeUpdate() != 1) {
      throw moved();
    }
    connection.commit();
  }

  private void moveInOneText() throws SQLException {
    try {
      move.execute();
    } catch (SQLException e) {
      throw DIVISION_BY_ZERO.equals(e.getSQLState()) ? moved() : e;
    }
  }

  private static SQLException moved() {
    return new SQLException("Another host has moved " + TABLE, DatabaseException.CONFLICT);
  }
}
