package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Indexes of expressions and partial ones as applications use them, over JDBC. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class IndexFormsTest {
  private Connection connection;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    connection = DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
    run(
        "DROP TABLE IF EXISTS reader",
        "CREATE TABLE reader (id BIGINT PRIMARY KEY, email VARCHAR(40), gone BOOLEAN, doc JSONB,"
            + " visits INT DEFAULT 1)",
        "INSERT INTO reader VALUES (1, 'Ann@x', FALSE, '{\"town\": \"Bonn\"}', 1),"
            + " (500, 'Bob@x', FALSE, '{\"town\": \"Kiel\"}', 1)",
        "CREATE UNIQUE INDEX reader_email ON reader (lower(email)) WHERE NOT gone",
        "CREATE INDEX reader_town ON reader ((doc ->> 'town'), visits)");
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private List<String> rows(String text, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      List<String> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1));
        }
      }
      return found;
    }
  }

  private int change(String text, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      return statement.executeUpdate();
    }
  }

  @Test
  void aReaderIsFoundByAnExpressionWithAParameter() throws SQLException {
    assertThat(rows("SELECT id FROM reader WHERE lower(email) = ? AND NOT gone", "ann@x"))
        .containsExactly("1");
    assertThat(rows("EXPLAIN SELECT id FROM reader WHERE lower(email) = ? AND NOT gone", "ann@x"))
        .anyMatch(line -> line.contains("index reader_email lower(email) = ?0"));
    assertThat(rows("SELECT id FROM reader WHERE doc ->> 'town' = ? AND visits >= ?", "Kiel", 1))
        .containsExactly("500");
    assertThat(change("UPDATE reader SET visits = 7 WHERE doc ->> 'town' = ?", "Kiel"))
        .isEqualTo(1);
    assertThat(rows("SELECT id FROM reader WHERE doc ->> 'town' = 'Kiel' AND visits > 6"))
        .containsExactly("500");
  }

  @Test
  void anUpsertByAPartialIndexOfAnExpressionChangesWhoIsThere() throws SQLException {
    String upsert =
        "INSERT INTO reader (id, email, gone) VALUES (?, ?, ?)"
            + " ON CONFLICT (lower(email)) WHERE NOT gone DO UPDATE SET visits = reader.visits + 1";
    assertThat(change(upsert, 2L, "ANN@X", false)).isEqualTo(1);
    assertThat(change(upsert, 900L, "eve@x", false)).isEqualTo(1);
    assertThat(change(upsert, 3L, "ann@x", true)).isEqualTo(1);
    assertThat(rows("SELECT id || ':' || visits FROM reader ORDER BY id"))
        .containsExactly("1:2", "3:1", "500:1", "900:1");
    assertThat(
            change(
                "INSERT INTO reader (id, email, gone) VALUES (4, 'BOB@x', FALSE)"
                    + " ON CONFLICT DO NOTHING"))
        .isZero();
  }

  @Test
  void aSecondReaderWithTheSameFoldedAddressIsRefused() {
    SQLException refused =
        catchThrowableOfType(
            SQLException.class,
            () -> run("INSERT INTO reader (id, email, gone) VALUES (9, 'ANN@x', FALSE)"));
    assertThat(refused.getSQLState()).isEqualTo("23505");
    assertThat(refused.getMessage()).contains("reader_email", "(lower(email)) = ('ann@x')");
    SQLException volatileOne =
        catchThrowableOfType(
            SQLException.class, () -> run("CREATE INDEX bad ON reader ((random() * visits))"));
    assertThat(volatileOne.getSQLState()).isEqualTo("42P17");
  }
}
