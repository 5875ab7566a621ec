package org.thetisdb.benchmarks.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Texts that nobody has sent before, over one connection: lookups by key, and joins of four tables
 * with GROUP BY. Not thread-safe.
 */
public final class NewTexts {
  private static final String TABLE = "new_texts_";
  private static final int TABLES = 4;
  private static final int ROWS = 1_000;
  private static final int GROUPS = 10;
  private static final int JOINED_ROWS = 50;

  private final Connection connection;
  private final Differing differing;
  private int next;

  /** What makes a text another one. */
  public enum Differing {
    /** The name of a column of the result. */
    NAMES,
    /** A constant that a key is compared with; names stay as they are. */
    CONSTANTS
  }

  /** One round of as many lookups as joins. */
  public record Round(Times lookups, Times joins) {}

  /**
   * Texts of a connection.
   *
   * @param first the number of the first text: one that no run before had on the same cluster
   */
  public NewTexts(Connection connection, Differing differing, int first) {
    this.connection = connection;
    this.differing = differing;
    this.next = first;
  }

  /** Makes the tables anew. */
  public void prepare() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int table = 1; table <= TABLES; table++) {
        statement.execute("DROP TABLE IF EXISTS " + TABLE + table);
        statement.execute("CREATE TABLE " + TABLE + table + " (id INT PRIMARY KEY, v INT)");
        statement.execute(
            IntStream.range(0, ROWS)
                .mapToObj(id -> "(" + id + ", " + id % GROUPS + ")")
                .collect(
                    Collectors.joining(", ", "INSERT INTO " + TABLE + table + " VALUES ", "")));
      }
    }
  }

  /** Sends lookups, then joins. */
  public Round round(int texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int first = next;
      next += texts;
      return new Round(
          Times.of(first, texts, number -> read(statement, lookup(number))),
          Times.of(first, texts, number -> read(statement, join(number))));
    }
  }

  /** Drops the tables. */
  public void drop() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int table = 1; table <= TABLES; table++) {
        statement.execute("DROP TABLE " + TABLE + table);
      }
    }
  }

  private String name(int number) {
    return differing == Differing.NAMES ? "x" + number : "x";
  }

  private String lookup(int number) {
    int id = differing == Differing.NAMES ? number % ROWS : number;
    return "SELECT v AS %s FROM %s1 WHERE id = %d".formatted(name(number), TABLE, id);
  }

  private String join(int number) {
    int from = differing == Differing.NAMES ? number % ROWS : number;
    return """
        SELECT a.v AS %1$s, count(*), sum(d.v) FROM %2$s1 a JOIN %2$s2 b ON a.id = b.id \
        JOIN %2$s3 c ON b.id = c.id JOIN %2$s4 d ON c.id = d.id \
        WHERE a.id >= %3$d AND a.id < %4$d GROUP BY a.v"""
        .formatted(name(number), TABLE, from, from + JOINED_ROWS);
  }

  private static void read(Statement statement, String text) throws SQLException {
    try (ResultSet rows = statement.executeQuery(text)) {
      while (rows.next()) {
        rows.getInt(1);
      }
    }
  }
}
