package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Statements that libraries send, from the driver to a real cluster and back. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class LibraryStatementsTest {
  private Connection connection;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    connection = DriverManager.getConnection("jdbc:thetis://" + cluster.clientAddress() + "/");
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

  /** The first value that a query gives. */
  private Object value(String query, Object... arguments) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? rows.getObject(1) : null;
      }
    }
  }

  @Test
  void aParameterThatNothingTellsTheTypeOfHasThatOfItsValue() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT ?, ? < ?")) {
      statement.setInt(1, 5);
      statement.setLong(2, 9);
      statement.setLong(3, 10);
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.INTEGER);
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(1)).isEqualTo(5);
        assertThat(rows.getBoolean(2)).as("9 < 10, as numbers").isTrue();
      }
      statement.setString(1, "text");
      statement.setString(2, "9");
      statement.setString(3, "10");
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(1)).isEqualTo("text");
        assertThat(rows.getBoolean(2)).as("'9' < '10', as texts").isFalse();
      }
    }
  }

  @Test
  void anUpsertTakesParametersOnBothSidesInABatchToo() throws SQLException {
    run("DROP TABLE IF EXISTS upserted", "CREATE TABLE upserted (id INT PRIMARY KEY, t TEXT)");
    String text = "INSERT INTO upserted VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET t = ?";
    try (PreparedStatement upsert = connection.prepareStatement(text)) {
      for (int id : new int[] {1, 2, 1}) {
        upsert.setInt(1, id);
        upsert.setString(2, "new");
        upsert.setString(3, "changed");
        upsert.addBatch();
      }
      assertThat(upsert.executeBatch()).containsOnly(1);
    }
    assertThat(value("SELECT t FROM upserted WHERE id = ?", 1)).isEqualTo("changed");
    assertThat(value("SELECT t FROM upserted WHERE lower(t) = lower(?)", "NEW")).isEqualTo("new");
  }

  @Test
  void constantsMeanTheSameAsArgumentsWhateverCameBefore() throws SQLException {
    run(
        "DROP TABLE IF EXISTS literals",
        "CREATE TABLE literals (id INT PRIMARY KEY, n INT, d DECIMAL(9, 2), s VARCHAR(9))");
    for (int id = 1; id <= 20; id++) {
      run(
          "INSERT INTO literals VALUES ("
              + id
              + ", "
              + 10 * id
              + ", "
              + id
              + ".50, 's"
              + id
              + "')");
    }
    run(
        "UPDATE literals SET n = -1, s = 'it''s' WHERE id = 20",
        "DELETE FROM literals WHERE id = 19");
    assertThat(value("SELECT count(*) FROM literals")).isEqualTo(19L);
    for (int id = 1; id <= 18; id++) {
      assertThat(value("SELECT s FROM literals WHERE id = " + id)).isEqualTo("s" + id);
      assertThat(value("SELECT id FROM literals WHERE d = " + id + ".5")).isEqualTo(id);
      assertThat(value("SELECT id FROM literals WHERE n = " + 10 * id + ".5")).isNull();
    }
    assertThat(value("SELECT s FROM literals WHERE n = -1 AND id IN (3, 20)")).isEqualTo("it's");
    assertThat(value("SELECT s FROM literals WHERE id = 99999999999")).isNull();
    assertThatThrownBy(() -> run("INSERT INTO literals VALUES (30, 1, 1, 'much too long')"))
        .hasMessageContaining("column \"s\"")
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22001"));
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT s FROM literals WHERE id = 1")) {
      assertThat(statement.getParameterMetaData().getParameterCount()).isZero();
      assertThat(statement.getMetaData().getColumnName(1)).isEqualTo("s");
      statement.setInt(1, 7);
      assertThatThrownBy(statement::executeQuery).isInstanceOf(SQLException.class);
    } catch (SQLException e) {
      assertThat(e.getSQLState()).startsWith("07");
    }
  }

  @Test
  void aPointInTimeIsTheSameHoweverItIsSetAndRead() throws SQLException {
    run(
        "DROP TABLE IF EXISTS points",
        "CREATE TABLE points (id INT PRIMARY KEY, at TIMESTAMP(6) WITH TIME ZONE NOT NULL,"
            + " clock TIMESTAMP)",
        "CREATE INDEX points_at ON points (at)");
    Instant instant = Instant.parse("2026-03-29T00:30:00.123456Z");
    OffsetDateTime india = instant.atOffset(ZoneOffset.ofHoursMinutes(5, 30));
    Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    String insert = "INSERT INTO points (id, at, clock) VALUES (?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      Object[] values = {
        instant,
        india,
        instant.atZone(ZoneId.of("America/New_York")),
        Timestamp.from(instant),
        LocalDateTime.ofInstant(instant, ZoneId.systemDefault()),
        "2026-03-29 06:00:00.123456+05:30"
      };
      for (int i = 0; i < values.length; i++) {
        statement.setInt(1, i);
        statement.setObject(2, values[i]);
        statement.setTimestamp(3, Timestamp.from(instant), tokyo);
        statement.executeUpdate();
      }
      statement.setInt(1, values.length);
      statement.setTimestamp(2, Timestamp.from(instant), tokyo);
      statement.setObject(3, india, Types.TIMESTAMP_WITH_TIMEZONE);
      statement.executeUpdate();
    }
    assertThat(value("SELECT count(*) FROM points WHERE at = ?", india)).isEqualTo(7L);
    assertThat(value("SELECT count(*) FROM points WHERE at = '2026-03-29 00:30:00.123456Z'"))
        .isEqualTo(7L);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT at, clock FROM points WHERE id = 4")) {
      assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.TIMESTAMP_WITH_TIMEZONE);
      assertThat(rows.getMetaData().getColumnClassName(1))
          .isEqualTo(OffsetDateTime.class.getName());
      rows.next();
      assertThat(((OffsetDateTime) rows.getObject(1)).toInstant()).isEqualTo(instant);
      assertThat(rows.getObject(1, Instant.class)).isEqualTo(instant);
      assertThat(rows.getTimestamp(1)).isEqualTo(Timestamp.from(instant));
      assertThat(rows.getTimestamp(1, tokyo)).isEqualTo(Timestamp.from(instant));
      assertThat(rows.getString(1)).isEqualTo("2026-03-29 00:30:00.123456+00");
      assertThat(rows.getObject(2, LocalDateTime.class))
          .as("what the clock of the calendar showed")
          .isEqualTo(LocalDateTime.parse("2026-03-29T09:30:00.123456"));
    }
    assertThat(column(connection.getMetaData().getColumns(null, null, "points", "at"), "DATA_TYPE"))
        .containsExactly(Integer.toString(Types.TIMESTAMP_WITH_TIMEZONE));
    assertThat(column(connection.getMetaData().getColumns(null, null, "points", "at"), "TYPE_NAME"))
        .containsExactly("TIMESTAMP WITH TIME ZONE");
  }

  private List<String> column(ResultSet rows, String label) throws SQLException {
    List<String> values = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        values.add(rows.getString(label));
      }
    }
    return values;
  }

  @Test
  void metadataTellsOfViewsProceduresSequencesAndIsolation() throws SQLException {
    run(
        "DROP PROCEDURE IF EXISTS shown_p",
        "DROP VIEW IF EXISTS shown_v",
        "DROP TABLE IF EXISTS shown",
        "DROP SEQUENCE IF EXISTS shown_s",
        "CREATE TABLE shown (a INT, b VARCHAR(9) NOT NULL, PRIMARY KEY (b, a))",
        "CREATE VIEW shown_v (x, y) AS SELECT a + 1, b FROM shown",
        "CREATE SEQUENCE shown_s",
        "CREATE PROCEDURE shown_p (n INT, t TEXT) AS SELECT a FROM shown WHERE a = :n AND b = :t");
    DatabaseMetaData meta = connection.getMetaData();
    assertThat(column(meta.getColumns(null, null, "shown_v", null), "COLUMN_NAME"))
        .containsExactly("x", "y");
    assertThat(column(meta.getColumns(null, null, "shown_v", null), "TYPE_NAME"))
        .containsExactly("INTEGER", "VARCHAR");
    assertThat(column(meta.getProcedureColumns(null, null, "shown_p", null), "COLUMN_NAME"))
        .containsExactly("n", "t");
    assertThat(column(meta.getTables(null, null, "SHOWN", null), "TABLE_NAME"))
        .containsExactly("shown");
    assertThat(column(meta.getTables("nope", null, "shown", null), "TABLE_NAME")).isEmpty();
    assertThat(
            column(meta.getTables(null, null, "shown", new String[] {"BASE TABLE"}), "TABLE_NAME"))
        .containsExactly("shown");
    assertThat(
            column(meta.getTables(null, null, "shown%", new String[] {"SEQUENCE"}), "TABLE_NAME"))
        .containsExactly("shown_s");
    assertThat(column(meta.getPrimaryKeys(null, null, null), "TABLE_NAME")).contains("shown");
    assertThat(meta.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE))
        .isTrue();
    assertThat(meta.supportsConvert()).isTrue();
  }

  @Test
  void theSchemaIsKnownAndUnnamedColumnsAreAsInPostgreSql() throws SQLException {
    assertThat(value("SELECT current_schema")).isEqualTo("public");
    assertThat(value("CALL current_schema")).isEqualTo("public");
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT COUNT(*), 1 + 1, CAST('1' AS INT), current_schema")) {
      List<String> labels = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        labels.add(rows.getMetaData().getColumnLabel(i));
      }
      assertThat(labels).containsExactly("count", "?column?", "int4", "current_schema");
    }
  }

  @Test
  void aChangeReturnsWhatItWroteAndKeysAreOfAnyColumn() throws SQLException {
    run(
        "DROP TABLE IF EXISTS returned",
        "CREATE TABLE returned (id INT PRIMARY KEY, v TEXT DEFAULT 'made', n INT)");
    assertThat(value("INSERT INTO returned (id, n) VALUES (?, 5) RETURNING v", 1))
        .isEqualTo("made");
    assertThat(value("UPDATE returned SET n = n + ? WHERE id = 1 RETURNING n * 2", 1))
        .isEqualTo(12);
    String insert = "INSERT INTO returned (id, n) VALUES (?, ?);";
    String[] columns = {"ID", "v"};
    try (PreparedStatement statement = connection.prepareStatement(insert, columns)) {
      for (int id = 2; id < 5; id++) {
        statement.setInt(1, id);
        statement.setInt(2, id);
        statement.addBatch();
      }
      assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
      assertThat(column(statement.getGeneratedKeys(), "id")).containsExactly("2", "3", "4");
      statement.setInt(1, 9);
      statement.setInt(2, 9);
      assertThat(statement.executeUpdate()).isEqualTo(1);
      assertThat(column(statement.getGeneratedKeys(), "v")).containsExactly("made");
    }
    assertThat(value("DELETE FROM returned WHERE id = ? RETURNING id", 9)).isEqualTo(9);
  }

  @Test
  void whatCannotBeSetIsRefused() throws SQLException {
    run("SET application_name = 'x'", "SET search_path TO public", "SET SCHEMA 'public'");
    run("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE");
    for (String text :
        List.of(
            "SET LOCAL search_path TO other",
            "SET lock_timeout = 5",
            "SET TIME ZONE 'Europe/Berlin'",
            "SET anything = x")) {
      assertThatThrownBy(() -> run(text)).isInstanceOf(SQLFeatureNotSupportedException.class);
    }
    assertThatThrownBy(() -> run("SET anything = x")).hasMessageContaining("not supported");
    assertThatThrownBy(() -> run("SET statement_timeout = 'soon'"))
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("22023");
  }

  @Test
  void aConnectionKeepsItsSettings() throws SQLException {
    run("SET statement_timeout = '90s'", "SET application_name TO 'shop'", "SET TIME ZONE 'UTC'");
    assertThat(value("SHOW statement_timeout")).isEqualTo("90s");
    assertThat(value("SHOW application_name;")).isEqualTo("shop");
    assertThat(connection.getClientInfo("ApplicationName")).isEqualTo("shop");
    run("SET SESSION default_transaction_isolation = 'read committed'");
    assertThat(value("SHOW TRANSACTION ISOLATION LEVEL")).isEqualTo("read committed");
    assertThat(connection.getTransactionIsolation())
        .isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
    run("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE");
    assertThat(value("SHOW default_transaction_isolation")).isEqualTo("serializable");
    assertThat(value("SHOW timezone")).isEqualTo("UTC");
    run("DISCARD ALL");
    assertThat(value("SHOW transaction_isolation")).isEqualTo("repeatable read");
    assertThat(value("SHOW statement_timeout")).isEqualTo("0");
    assertThat(value("SHOW search_path")).isEqualTo("public");
  }

  @Test
  void aStatementThatTakesLongerThanTheSessionAllowsIsGivenUp() throws SQLException {
    run("DROP TABLE IF EXISTS waited", "CREATE TABLE waited (id INT PRIMARY KEY)");
    run("INSERT INTO waited VALUES (1)");
    try (Connection holder = DriverManager.getConnection(connection.getMetaData().getURL());
        Statement held = holder.createStatement()) {
      holder.setAutoCommit(false);
      held.executeQuery("SELECT id FROM waited FOR UPDATE").close();
      connection.setAutoCommit(false);
      // Whoever keeps a row that others want, and is idle, is ended after a second.
      run("SET LOCAL statement_timeout = '500ms'");
      assertThat(value("SHOW statement_timeout")).isEqualTo("500ms");
      assertThatThrownBy(() -> run("UPDATE waited SET id = 2"))
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo("57014");
      connection.rollback();
      assertThat(value("SHOW statement_timeout")).isEqualTo("0");
      holder.rollback();
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  @Test
  void aSequenceIsNamedByAParameterOrAText() throws SQLException {
    run("DROP SEQUENCE IF EXISTS Numbers_Seq", "CREATE SEQUENCE Numbers_Seq START WITH 5");
    assertThat(value("SELECT nextval('Numbers_Seq')")).isEqualTo(5L);
    assertThat(value("SELECT nextval('\"numbers_seq\"')")).isEqualTo(6L);
    assertThat(value("SELECT nextval('public.NUMBERS_SEQ')")).isEqualTo(7L);
    assertThat(value("SELECT nextval(?)", "NUMBERS_SEQ")).isEqualTo(8L);
  }
}
