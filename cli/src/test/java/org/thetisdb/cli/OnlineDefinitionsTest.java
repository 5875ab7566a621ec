package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Hazard 15 on a real cluster: definitions come into force while connections work. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class OnlineDefinitionsTest {
  private String address;

  @BeforeEach
  void find(EmbeddedCluster cluster) throws SQLException {
    address = cluster.clientAddress().toString();
    run(
        "DROP TABLE IF EXISTS letter",
        "DROP TABLE IF EXISTS person",
        "CREATE TABLE person (id BIGINT PRIMARY KEY, nick VARCHAR(9))",
        "CREATE TABLE letter (id BIGINT PRIMARY KEY, sender BIGINT)",
        "INSERT INTO person VALUES (1, 'ann'), (500, 'eve')");
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:thetis://" + address + "/");
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }

  private static void assertState(String sqlState, ThrowingCallable action) {
    assertThat(catchThrowableOfType(SQLException.class, action).getSQLState()).isEqualTo(sqlState);
  }

  @Test
  void aUniqueIndexMissesNoRowOfAnOpenTransaction() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO person VALUES (900, 'bob')");
      run("CREATE UNIQUE INDEX by_nick ON person (nick)");
      assertState("40001", connection::commit);
      connection.rollback();
      statement.execute("INSERT INTO person VALUES (900, 'bob')");
      connection.commit();
      assertThat(number(statement, "SELECT id FROM person WHERE nick = 'bob'")).isEqualTo(900);
      assertState("23505", () -> statement.execute("INSERT INTO person VALUES (901, 'bob')"));
    }
  }

  @Test
  void aForeignKeyMissesNoOrphanOfAnOpenTransaction() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO letter VALUES (1, 77)");
      run("ALTER TABLE letter ADD FOREIGN KEY (sender) REFERENCES person (id)");
      assertState("40001", connection::commit);
    }
  }

  @Test
  void aTransactionFindsAgainWhatItFoundBeforeAnIndexCame() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      String query = "SELECT id FROM person WHERE nick = 'eve'";
      assertThat(number(statement, query)).isEqualTo(500);
      run("CREATE INDEX by_nick ON person (nick)");
      assertThat(number(statement, query)).isEqualTo(500);
      connection.commit();
    }
  }
}
