package org.thetisdb.benchmarks.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A schema of many tables of twelve columns, made, asked for, and dropped over one connection; and
 * tables that are made and dropped one by one. Not thread-safe.
 */
public final class ManyTables {
  private static final String TABLE = "many_tables_";
  private static final int COLUMNS = 12;
  private static final String COLUMN_LIST =
      IntStream.range(1, COLUMNS)
          .mapToObj(i -> "c" + i + (i % 2 == 0 ? " VARCHAR(20)" : " INT"))
          .collect(Collectors.joining(", ", "(id INT PRIMARY KEY, ", ")"));

  /** Works of the beginning and the end that are compared. */
  private static final int COMPARED = 100;

  private static final int ASKED = 20;

  private final Connection connection;

  /**
   * What was measured.
   *
   * @param name what was done
   */
  public record Measured(String name, Times times) {}

  /** Tables over a connection. */
  public ManyTables(Connection connection) {
    this.connection = connection;
  }

  /**
   * Makes tables, asks for their columns, and drops them.
   *
   * @param tables how many; at least twice as many as are compared
   * @param heard takes what was measured
   */
  public void makeAndAsk(int tables, Consumer<Measured> heard) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Times.Work create = number -> create(statement, number);
      heard.accept(
          new Measured("CREATE TABLE, the first " + COMPARED, Times.of(0, COMPARED, create)));
      Times.of(COMPARED, tables - 2 * COMPARED, create);
      heard.accept(
          new Measured(
              "CREATE TABLE, the last " + COMPARED + " of " + tables,
              Times.of(tables - COMPARED, COMPARED, create)));
      DatabaseMetaData metaData = connection.getMetaData();
      heard.accept(
          new Measured(
              "getColumns of one",
              Times.of(0, ASKED, number -> read(metaData, TABLE + number * (tables / ASKED)))));
      heard.accept(
          new Measured("getColumns of all", Times.of(0, 3, number -> read(metaData, "%"))));
      heard.accept(
          new Measured("DROP TABLE", Times.of(0, tables, number -> drop(statement, number))));
    }
  }

  /**
   * Makes a table, drops it, and again.
   *
   * @param times how often
   */
  public void makeAndDrop(int times, Consumer<Measured> heard) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (int begin = 0; begin < times; begin += times / 10) {
        heard.accept(
            new Measured(
                "CREATE and DROP TABLE, from " + begin + " on",
                Times.of(
                    begin,
                    times / 10,
                    number -> {
                      create(statement, number);
                      drop(statement, number);
                    })));
      }
    }
  }

  private static void create(Statement statement, int number) throws SQLException {
    statement.execute("CREATE TABLE " + TABLE + number + " " + COLUMN_LIST);
  }

  private static void drop(Statement statement, int number) throws SQLException {
    statement.execute("DROP TABLE " + TABLE + number);
  }

  private static void read(DatabaseMetaData metaData, String pattern) throws SQLException {
    try (ResultSet columns = metaData.getColumns(null, "public", pattern, "%")) {
      while (columns.next()) {
        columns.getString("COLUMN_NAME");
      }
    }
  }
}
