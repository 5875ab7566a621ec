package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Temporary tables of connections, from the driver to a real cluster and back. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class TemporaryTablesTest {
  private String url;

  @BeforeEach
  void find(EmbeddedCluster cluster) throws SQLException {
    url = "jdbc:thetis://" + cluster.clientAddress() + "/";
    try (Connection connection = connect()) {
      run(
          connection,
          "DROP TABLE IF EXISTS goods",
          "CREATE TABLE goods (id INT PRIMARY KEY, name TEXT)",
          "INSERT INTO goods VALUES (1, 'permanent')");
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url);
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private static List<String> texts(Connection connection, String query) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private static List<String> tables(Connection connection, String type) throws SQLException {
    List<String> found = new ArrayList<>();
    try (ResultSet rows =
        connection.getMetaData().getTables(null, null, "goods", new String[] {type})) {
      while (rows.next()) {
        found.add(rows.getString("TABLE_NAME") + " " + rows.getString("TABLE_TYPE"));
      }
    }
    return found;
  }

  @Test
  void aTableIsOfItsConnectionAndGoesWithIt() throws SQLException {
    String query = "SELECT name FROM goods";
    String schema;
    try (Connection one = connect();
        Connection other = connect()) {
      run(one, "/* own */ CREATE TEMPORARY TABLE goods (name VARCHAR(20), n INT DEFAULT 3)");
      try (PreparedStatement insert = one.prepareStatement("INSERT INTO goods (name) VALUES (?)")) {
        for (String name : List.of("a", "b")) {
          insert.setString(1, name);
          insert.addBatch();
        }
        insert.executeBatch();
      }
      assertThat(texts(one, query + " ORDER BY n, name")).containsExactly("a", "b");
      assertThat(texts(one, "SELECT name FROM pg_temp.goods WHERE n > 4")).isEmpty();
      assertThat(texts(other, query)).containsExactly("permanent");
      assertThat(tables(one, "LOCAL TEMPORARY")).containsExactly("goods LOCAL TEMPORARY");
      assertThat(tables(one, "TABLE")).containsExactly("goods TABLE");
      assertThat(tables(other, "LOCAL TEMPORARY")).isEmpty();
      assertThat(one.getSchema()).isEqualTo("public");
      schema =
          texts(
                  one,
                  "SELECT table_schema FROM information_schema.tables"
                      + " WHERE table_type = 'LOCAL TEMPORARY'")
              .get(0);
      run(one, "SET search_path TO public", "DISCARD TEMP");
      assertThat(texts(one, query)).containsExactly("permanent");
      run(one, "CREATE TEMP TABLE goods AS SELECT 'again' AS name", "DISCARD ALL");
      assertThat(texts(one, query)).containsExactly("permanent");
      run(one, "CREATE TEMP TABLE goods AS SELECT 'again' AS name");
      assertThat(texts(one, query)).containsExactly("again");
    }
    try (Connection late = connect()) {
      assertThatThrownBy(() -> run(late, "SET search_path TO " + schema + ", public"))
          .hasMessageContaining("temporary");
      assertThatThrownBy(() -> run(late, "ALTER SCHEMA " + schema + " RENAME TO x"))
          .hasMessageContaining("There is no schema");
    }
  }

  @Test
  void aPoolKeepsATableWithItsConnectionAsLongAsThatLives() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(1);
    try (HikariDataSource pool = new HikariDataSource(config)) {
      try (Connection connection = pool.getConnection()) {
        run(connection, "CREATE TEMP TABLE IF NOT EXISTS goods (name TEXT)");
      }
      try (Connection connection = pool.getConnection()) {
        run(connection, "CREATE TEMP TABLE IF NOT EXISTS goods (name TEXT)");
        assertThat(texts(connection, "SELECT name FROM goods")).isEmpty();
      }
    }
  }

  @Test
  void whatOnCommitSaysIsDoneByCommitAndRollbackOfJdbc() throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      run(connection, "CREATE TEMP TABLE goods (name TEXT) ON COMMIT DROP");
      connection.commit();
      assertThat(texts(connection, "SELECT name FROM goods")).containsExactly("permanent");
      connection.commit();
      run(connection, "CREATE TEMP TABLE goods (name TEXT) ON COMMIT DROP");
      assertThat(texts(connection, "SELECT name FROM goods")).isEmpty();
      connection.rollback();
      run(connection, "CREATE TEMP TABLE goods (name TEXT) ON COMMIT DELETE ROWS");
      run(connection, "INSERT INTO goods VALUES ('a')");
      assertThat(texts(connection, "SELECT name FROM goods")).containsExactly("a");
      connection.commit();
      assertThat(texts(connection, "SELECT name FROM goods")).isEmpty();
      run(connection, "INSERT INTO goods VALUES ('b')");
      connection.rollback();
      assertThat(texts(connection, "SELECT name FROM goods")).isEmpty();
      connection.rollback();
    }
  }
}
