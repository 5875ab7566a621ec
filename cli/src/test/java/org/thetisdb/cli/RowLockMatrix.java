package org.thetisdb.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * What one connection may lock while another one holds the same row, as a picture. Run by itself
 * with the URL of any database, and its driver on the class path, it prints that one's.
 */
final class RowLockMatrix {
  private static final List<String> MODES =
      List.of("FOR KEY SHARE", "FOR SHARE", "FOR NO KEY UPDATE", "FOR UPDATE");

  private static final List<String> HOLDERS =
      List.of(
          "SELECT id FROM locked_rows WHERE id = 1 FOR KEY SHARE",
          "SELECT id FROM locked_rows WHERE id = 1 FOR SHARE",
          "SELECT id FROM locked_rows WHERE id = 1 FOR NO KEY UPDATE",
          "SELECT id FROM locked_rows WHERE id = 1 FOR UPDATE",
          "UPDATE locked_rows SET n = n + 1 WHERE id = 1",
          "UPDATE locked_rows SET n = n + 1, code = code WHERE id = 1",
          "UPDATE locked_rows SET part = part + 1 WHERE id = 1",
          "UPDATE locked_rows SET code = code + 1 WHERE id = 1",
          "UPDATE locked_rows SET id = 2 WHERE id = 1",
          "DELETE FROM locked_rows WHERE id = 1");

  private RowLockMatrix() {}

  public static void main(String[] arguments) throws SQLException {
    System.out.print(of(arguments[0]));
  }

  /** One line for each holder: for each mode whether another connection gets it, or is refused. */
  static String of(String url) throws SQLException {
    StringBuilder picture = new StringBuilder();
    try (Connection holder = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url)) {
      run(
          holder,
          "DROP TABLE IF EXISTS locked_rows",
          "CREATE TABLE locked_rows (id INT PRIMARY KEY, n INT, code INT UNIQUE, part INT)",
          "CREATE UNIQUE INDEX locked_rows_sum ON locked_rows ((part + 100))",
          "CREATE INDEX locked_rows_n ON locked_rows (n)",
          "CREATE UNIQUE INDEX locked_rows_part ON locked_rows (part) WHERE part > 0",
          "INSERT INTO locked_rows VALUES (1, 1, 1, 1)");
      holder.setAutoCommit(false);
      other.setAutoCommit(false);
      for (String statement : HOLDERS) {
        for (String mode : MODES) {
          run(holder, statement);
          picture.append(answer(other, mode)).append(' ');
          holder.rollback();
        }
        picture.append(statement.replace("locked_rows", "t")).append('\n');
      }
    }
    return picture.toString();
  }

  private static String answer(Connection other, String mode) throws SQLException {
    try {
      run(other, "SELECT id FROM locked_rows WHERE id = 1 " + mode + " NOWAIT");
      return "yes  ";
    } catch (SQLException e) {
      return e.getSQLState();
    } finally {
      other.rollback();
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }
}
