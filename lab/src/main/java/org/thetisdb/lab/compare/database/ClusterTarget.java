package org.thetisdb.lab.compare.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.compare.grammar.TableSpec;

/**
 * A cluster, by the JDBC driver. All that is made is in a schema of its own, which is dropped in
 * the end.
 */
public final class ClusterTarget implements ComparedDatabase {
  private static final int TIMEOUT_S = 10;

  private final Connection connection;
  private final String schema;
  private List<TableSpec> made = List.of();

  /**
   * Connects.
   *
   * @param address of a router, as host and port
   * @param schema a name that nothing else has there
   */
  public ClusterTarget(String address, String schema) throws SQLException {
    this.schema = schema;
    this.connection = DriverManager.getConnection("jdbc:thetis://" + address + "/");
    run("CREATE SCHEMA " + schema);
    connection.setSchema(schema);
  }

  @Override
  public void reset(List<TableSpec> tables) {
    try {
      drop();
      made = List.copyOf(tables);
      for (TableSpec table : tables) {
        for (String definition : table.definitions(true)) {
          run(definition);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The cluster refuses the tables: " + e.getMessage(), e);
    }
  }

  private void drop() throws SQLException {
    for (TableSpec table : made) {
      run("DROP TABLE IF EXISTS " + table.name());
    }
    made = List.of();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public DatabaseAnswer query(String sql) {
    try {
      return DatabaseAnswer.of(rows(sql));
    } catch (SQLException e) {
      return error(e);
    }
  }

  @Override
  public DatabaseAnswer change(String sql, String look) {
    try {
      connection.setAutoCommit(false);
      try {
        return query(sql).and(query(look));
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      return error(e);
    }
  }

  private static DatabaseAnswer error(SQLException e) {
    String state = e.getSQLState();
    boolean isFault = state == null || state.startsWith("XX");
    return DatabaseAnswer.error(isFault ? DatabaseAnswer.FAULT : state, e.getMessage());
  }

  private List<String> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(TIMEOUT_S);
      List<String> rows = new ArrayList<>();
      if (statement.execute(sql)) {
        ResultSet result = statement.getResultSet();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
          rows.add(row(result, columns));
        }
      }
      return rows;
    }
  }

  private static String row(ResultSet result, int columns) throws SQLException {
    StringBuilder row = new StringBuilder();
    for (int i = 1; i <= columns; i++) {
      String value = result.getString(i);
      row.append(i == 1 ? "" : "|").append(value == null ? "∅" : value.replace("\n", "⏎"));
    }
    return row.toString();
  }

  @Override
  public void close() {
    try (connection) {
      drop();
      run("DROP SCHEMA " + schema);
    } catch (SQLException e) {
      // the cluster has gone, and its schema stays behind
    }
  }
}
