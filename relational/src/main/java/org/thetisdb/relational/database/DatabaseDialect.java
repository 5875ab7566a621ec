package org.thetisdb.relational.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * In what databases differ. What is not asked of one that is not known: it commits durably by
 * itself, and only the driver's bounds hold there.
 */
enum DatabaseDialect {
  /** PostgreSQL. */
  POSTGRESQL {
    @Override
    List<String> settings(DatabaseLimits limits) {
      // Our log has a transaction before the database commits it, so that one need not be flushed.
      return List.of(
          "SET TIME ZONE 'UTC'",
          "SET lock_timeout = " + limits.lockMs(),
          "SET statement_timeout = " + limits.statementMs(),
          "SET idle_in_transaction_session_timeout = " + limits.idleMs(),
          "SET synchronous_commit = off");
    }

    @Override
    List<String> flush() {
      return List.of(
          "SET LOCAL synchronous_commit = on",
          "UPDATE " + PositionRow.TABLE + " SET version = version WHERE id = 1");
    }

    @Override
    List<String> check() {
      return List.of("SET CONSTRAINTS ALL IMMEDIATE");
    }

    @Override
    String hasDeferred() {
      return "SELECT count(*) FROM pg_constraint WHERE condeferrable";
    }

    @Override
    String canPrepare() {
      return "SELECT current_setting('max_prepared_transactions')::bigint";
    }

    @Override
    String moveAndCommit() {
      // Without a row it divides by zero, and the server leaves out the rest of the text.
      return "WITH moved AS (UPDATE "
          + PositionRow.TABLE
          + " SET version = ?, chain = ? WHERE id = 1 AND version = ? RETURNING id)"
          + " SELECT 1 / count(*) FROM moved; COMMIT";
    }
  },

  /** H2. */
  H2 {
    @Override
    List<String> settings(DatabaseLimits limits) {
      return List.of(
          "SET TIME ZONE 'UTC'",
          "SET LOCK_TIMEOUT " + limits.lockMs(),
          "SET QUERY_TIMEOUT " + limits.statementMs());
    }

    @Override
    List<String> flush() {
      return List.of("CHECKPOINT SYNC");
    }
  },

  /** Any other. */
  OTHER;

  static DatabaseDialect of(Connection connection) throws SQLException {
    return switch (connection.getMetaData().getDatabaseProductName()) {
      case "PostgreSQL" -> POSTGRESQL;
      case "H2" -> H2;
      default -> OTHER;
    };
  }

  /** What is said once on a new connection. */
  List<String> settings(DatabaseLimits limits) {
    return List.of();
  }

  /** What is said in a transaction behind which all before it is on disk. */
  List<String> flush() {
    return List.of();
  }

  /** What is said in a transaction so that its COMMIT cannot fail by its own fault any more. */
  List<String> check() {
    return List.of();
  }

  /** A query for a number that is not 0 if there may be something to {@link #check}; or empty. */
  String hasDeferred() {
    return "";
  }

  /** A query for a number that is not 0 if PREPARE TRANSACTION works; or empty. */
  String canPrepare() {
    return "";
  }

  /** One text that moves the position and commits, or fails; empty where there is none. */
  String moveAndCommit() {
    return "";
  }

  /** Whether a query of this dialect finds a number that is not 0. */
  static boolean holds(Connection connection, String query) throws SQLException {
    if (query.isEmpty()) {
      return false;
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() && row.getLong(1) != 0;
    }
  }

  /** Says several things, one after the other. */
  static void say(Connection connection, List<String> texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }
}
