package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** What the driver tells of a schema of many tables, and of one with many columns. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(240)
final class MetadataOfManyTablesTest {
  private static final int TABLES = 300;

  private static int count(ResultSet rows) throws SQLException {
    try (rows) {
      int count = 0;
      while (rows.next()) {
        count++;
      }
      return count;
    }
  }

  private static List<String> texts(ResultSet rows, String column) throws SQLException {
    try (rows) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(column));
      }
      return texts;
    }
  }

  @Test
  void allOfItIsToldAndOneTableByItself(EmbeddedCluster cluster) throws SQLException {
    String url = "jdbc:thetis://" + cluster.clientAddress() + "/?currentSchema=many";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA many");
      for (int i = 0; i < TABLES; i++) {
        String parent = i == 0 ? "" : " REFERENCES t" + (i - 1);
        statement.execute(
            "CREATE TABLE t%d (id INT PRIMARY KEY, name VARCHAR(20) UNIQUE, parent INT%s)"
                .formatted(i, parent));
      }
      StringBuilder columns = new StringBuilder("id INT PRIMARY KEY");
      for (int i = 1; i < 500; i++) {
        columns.append(", c").append(i).append(" BIGINT");
      }
      statement.execute("CREATE TABLE wide (" + columns + ")");
      check(connection.getMetaData());
      statement.execute("ALTER TABLE t5 ADD COLUMN late INT");
      assertThat(
              texts(connection.getMetaData().getColumns(null, "many", "t5", null), "COLUMN_NAME"))
          .containsExactly("id", "name", "parent", "late");
      statement.execute("DROP SCHEMA many CASCADE");
    }
  }

  private static void check(DatabaseMetaData data) throws SQLException {
    assertThat(count(data.getTables(null, "many", "%", null))).isEqualTo(TABLES + 1);
    assertThat(texts(data.getTables(null, "many", "t29_", null), "TABLE_NAME")).hasSize(10);
    assertThat(count(data.getColumns(null, "many", "%", "%"))).isEqualTo(3 * TABLES + 500);
    assertThat(count(data.getColumns(null, "many", "wide", null))).isEqualTo(500);
    assertThat(texts(data.getColumns(null, "many", "t7", null), "COLUMN_NAME"))
        .containsExactly("id", "name", "parent");
    assertThat(texts(data.getColumns(null, "many", "T7", "n%"), "COLUMN_NAME"))
        .as("for tools that write names in capitals")
        .containsExactly("name");
    assertThat(texts(data.getPrimaryKeys(null, "many", "t7"), "COLUMN_NAME")).containsExactly("id");
    assertThat(texts(data.getIndexInfo(null, "many", "t7", true, true), "COLUMN_NAME"))
        .containsExactly("name", "id");
    assertThat(texts(data.getImportedKeys(null, "many", "t7"), "PKTABLE_NAME"))
        .containsExactly("t6");
    assertThat(texts(data.getExportedKeys(null, "many", "t7"), "FKTABLE_NAME"))
        .containsExactly("t8");
    assertThat(count(data.getImportedKeys(null, "many", null))).isEqualTo(TABLES - 1);
  }
}
