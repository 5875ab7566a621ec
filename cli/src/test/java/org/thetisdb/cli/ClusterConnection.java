package org.thetisdb.cli;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.cluster.EmbeddedCluster;

/** A connection to a cluster, as short as tests want it. */
record ClusterConnection(Connection jdbc) implements AutoCloseable {
  static ClusterConnection to(EmbeddedCluster cluster) throws SQLException {
    return new ClusterConnection(
        DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/"));
  }

  /** Runs statements one after the other. */
  void run(String... statements) throws SQLException {
    try (Statement statement = jdbc.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  /** The first column of a query's rows, as texts. */
  List<String> rows(String text, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepared(text, arguments);
        ResultSet rows = statement.executeQuery()) {
      List<String> found = new ArrayList<>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }

  /** How many rows a statement changes. */
  int change(String text, Object... arguments) throws SQLException {
    try (PreparedStatement statement = prepared(text, arguments)) {
      return statement.executeUpdate();
    }
  }

  @SuppressWarnings("resource") // its user closes it
  private PreparedStatement prepared(String text, Object[] arguments) throws SQLException {
    PreparedStatement statement = jdbc.prepareStatement(text);
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    jdbc.close();
  }
}
