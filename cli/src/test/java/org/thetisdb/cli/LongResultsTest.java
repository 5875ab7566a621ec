package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.testing.InTurn;

/** Results that are longer than a message may be, and queries that take their time. */
@Tag("cluster")
@Tag("slow")
@ExtendWith(SharedCluster.class)
@Timeout(180)
@InTurn(oneIn = 5, from = 2, whole = true)
final class LongResultsTest {
  private static final int ROWS = 40_000;
  private static final int TEXT_CHARS = 900;
  private static final int ROWS_PER_BATCH = 1_000;

  private String url;

  /** Stays open: connections of one process see what others have seen as long as one is there. */
  private Connection keeper;

  @BeforeEach
  void fill(EmbeddedCluster cluster) throws SQLException {
    url = "jdbc:thetis://" + cluster.clientAddress() + "/";
    keeper = DriverManager.getConnection(url);
    try (Statement statement = keeper.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS page (id BIGINT PRIMARY KEY, text VARCHAR)");
      try (ResultSet first = statement.executeQuery("SELECT id FROM page LIMIT 1")) {
        if (!first.next()) {
          insertPages(keeper);
        }
      }
    }
  }

  @AfterEach
  void letGo() throws SQLException {
    keeper.close();
  }

  private static void insertPages(Connection connection) throws SQLException {
    String text = "x".repeat(TEXT_CHARS);
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO page VALUES (?, ?)")) {
      for (long id = 0; id < ROWS; id++) {
        insert.setLong(1, id);
        insert.setString(2, text);
        insert.addBatch();
        if ((id + 1) % ROWS_PER_BATCH == 0) {
          insert.executeBatch();
        }
      }
    }
  }

  @Test
  void aTableThatIsLongerThanAMessageIsReadToItsEndAsOfOneMoment() throws SQLException {
    assertThat((long) ROWS * TEXT_CHARS)
        .isGreaterThan(NetworkSettings.FRAME_LIMIT_BYTES.defaultValue());
    try (Connection connection = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, text FROM page ORDER BY id")) {
      for (long id = 0; id < ROWS; id++) {
        assertThat(rows.next()).as("row %d", id).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(id);
        if (id == 10) {
          change(other, "UPDATE page SET text = 'changed' WHERE id IN (11, 39999)");
        }
        assertThat(rows.getString(2)).hasSize(TEXT_CHARS);
      }
      assertThat(rows.next()).isFalse();
      change(
          other, "UPDATE page SET text = '" + "x".repeat(TEXT_CHARS) + "' WHERE id IN (11, 39999)");
    }
  }

  private static void change(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(sql)).isEqualTo(2);
    }
  }

  @Test
  void aResultComesByFetchSizeWithAtMostTheRowsAskedFor() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(70);
      statement.setMaxRows(20_000);
      int count = 0;
      try (ResultSet rows = statement.executeQuery("SELECT text FROM page")) {
        while (rows.next()) {
          count++;
        }
      }
      connection.commit();
      assertThat(count).isEqualTo(20_000);
    }
  }

  @Test
  void aQueryEndsByItsTimeOutAndTheConnectionGoesOn() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(2);
      assertThatThrownBy(
              () ->
                  statement.executeQuery(
                      "SELECT COUNT(*) FROM page a, page b WHERE a.id + b.id < 0"))
          .isInstanceOf(SQLTimeoutException.class);
      statement.setQueryTimeout(0);
      try (ResultSet rows = statement.executeQuery("SELECT COUNT(*), SUM(id) FROM page")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getLong(1)).isEqualTo(ROWS);
        assertThat(rows.getLong(2)).isEqualTo(ROWS * (ROWS - 1L) / 2);
      }
    }
  }

  @Test
  void othersAreServedWhileALongQueryIsRead() throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        Statement points = other.createStatement()) {
      Thread reader = new Thread(() -> cross(statement));
      reader.start();
      for (long id = 0; id < 200; id++) {
        long beganNs = System.nanoTime();
        try (ResultSet row = points.executeQuery("SELECT id FROM page WHERE id = " + id)) {
          assertThat(row.next()).isTrue();
        }
        assertThat(System.nanoTime() - beganNs).as("ns of a point read").isLessThan(900_000_000L);
      }
      statement.cancel();
      reader.join();
    }
  }

  private static void cross(Statement statement) {
    assertThatThrownBy(
            () ->
                statement.executeQuery("SELECT COUNT(*) FROM page a, page b WHERE a.id + b.id < 0"))
        .isInstanceOf(SQLException.class);
  }
}
