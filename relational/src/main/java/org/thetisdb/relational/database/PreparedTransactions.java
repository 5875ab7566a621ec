package org.thetisdb.relational.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.relational.log.LogHead;

/**
 * Transactions that PostgreSQL has prepared for a partition: on its disk, with their locks,
 * whatever becomes of the connection. Their names have the place that they are to have in the log.
 * For one thread.
 */
final class PreparedTransactions {
  private static final String NO_SUCH_NAME = "42704";
  private static final int RADIX = 16;

  private final Connection connection;

  /** Of this table alone; names are of the whole server. */
  private final String prefix;

  PreparedTransactions(Connection connection) throws SQLException {
    this.connection = connection;
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT 'thetis-' || d.oid || '-' || CAST('"
                    + PositionRow.TABLE
                    + "' AS regclass)::oid || '-' FROM pg_database d"
                    + " WHERE d.datname = current_database()")) {
      row.next();
      this.prefix = row.getString(1);
    }
  }

  private String name(LogHead to) {
    return prefix + to.version() + "-" + Long.toUnsignedString(to.chain(), RADIX);
  }

  /** Prepares what is open. */
  void prepare(LogHead to) throws SQLException {
    DatabaseDialect.say(connection, List.of("PREPARE TRANSACTION '" + name(to) + "'"));
  }

  /** The places of those that are neither committed nor rolled back. No transaction is open. */
  List<LogHead> undecided() throws SQLException {
    List<LogHead> all = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT gid FROM pg_prepared_xacts WHERE starts_with(gid, ?) ORDER BY gid")) {
      statement.setString(1, prefix);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String[] place = rows.getString(1).substring(prefix.length()).split("-", -1);
          all.add(new LogHead(Long.parseLong(place[0]), Long.parseUnsignedLong(place[1], RADIX)));
        }
      }
    }
    connection.commit();
    return all;
  }

  /**
   * Commits one, or rolls it back; the latter also if somebody else has.
   *
   * @throws SQLException 42704 if there is none to commit
   */
  void decide(LogHead to, boolean commits) throws SQLException {
    // It must not be said within a transaction.
    connection.setAutoCommit(true);
    try {
      String word = commits ? "COMMIT" : "ROLLBACK";
      DatabaseDialect.say(connection, List.of(word + " PREPARED '" + name(to) + "'"));
    } catch (SQLException e) {
      if (commits || !NO_SUCH_NAME.equals(e.getSQLState())) {
        throw e;
      }
    } finally {
      connection.setAutoCommit(false);
    }
  }
}
