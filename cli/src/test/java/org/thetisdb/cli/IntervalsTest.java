package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.thetisdb.client.jdbc.ThetisInterval;
import org.thetisdb.cluster.EmbeddedCluster;
import org.thetisdb.cluster.SharedCluster;

/** Intervals over the driver, against a real cluster. */
@Tag("cluster")
@ExtendWith(SharedCluster.class)
@Timeout(120)
final class IntervalsTest {
  private ClusterConnection db;

  @BeforeEach
  void connect(EmbeddedCluster cluster) throws SQLException {
    db = ClusterConnection.to(cluster);
    db.run(
        "DROP TABLE IF EXISTS task",
        "CREATE TABLE task (id BIGINT PRIMARY KEY, begun TIMESTAMP, done TIMESTAMP WITH TIME ZONE,"
            + " due DATE, opens TIME, span INTERVAL, steps INTERVAL[])",
        "INSERT INTO task (id, begun, due, opens) VALUES (1, TIMESTAMP '2026-01-31 20:00:00',"
            + " DATE '2026-02-02', TIME '10:00:00')");
  }

  @AfterEach
  void close() throws SQLException {
    db.close();
  }

  private void insert(long id, Object span) throws SQLException {
    try (PreparedStatement insert =
        db.jdbc().prepareStatement("INSERT INTO task (id, span) VALUES (?, ?)")) {
      insert.setLong(1, id);
      insert.setObject(2, span);
      insert.executeUpdate();
    }
  }

  @Test
  void anIntervalGoesInAndComesOutInEachFormOfJdbc() throws SQLException {
    insert(2, Duration.ofHours(36).plusNanos(5_000));
    insert(3, Period.of(1, 2, 3));
    insert(4, ThetisInterval.of(1, -2, 3_000_000));
    insert(5, "1 day 02:30");
    assertThat(db.rows("SELECT span FROM task WHERE id > 1 ORDER BY id"))
        .containsExactly(
            "36:00:00.000005", "1 year 2 mons 3 days", "1 mon -2 days +00:00:03", "1 day 02:30:00");
    try (Statement statement = db.jdbc().createStatement();
        ResultSet row = statement.executeQuery("SELECT span FROM task WHERE id > 1 ORDER BY id")) {
      ResultSetMetaData columns = row.getMetaData();
      assertThat(columns.getColumnTypeName(1)).isEqualTo("INTERVAL");
      assertThat(columns.getColumnType(1)).isEqualTo(Types.OTHER);
      assertThat(columns.getColumnClassName(1)).isEqualTo(ThetisInterval.class.getName());
      row.next();
      assertThat(row.getObject(1)).isEqualTo(ThetisInterval.of(0, 0, 129_600_000_005L));
      assertThat(row.getObject(1, Duration.class)).isEqualTo(Duration.ofHours(36).plusNanos(5_000));
      assertThatThrownBy(() -> row.getObject(1, Period.class))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("part of a day");
      row.next();
      assertThat(row.getObject(1, Period.class)).isEqualTo(Period.of(1, 2, 3));
      assertThatThrownBy(() -> row.getObject(1, Duration.class))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("month");
      row.next();
      ThetisInterval mixed = row.getObject(1, ThetisInterval.class);
      assertThat(LocalDateTime.of(2026, 1, 31, 0, 0).plus(mixed))
          .isEqualTo(LocalDateTime.of(2026, 2, 26, 0, 0, 3));
      row.next();
      assertThat(row.getObject(1, Duration.class)).isEqualTo(Duration.ofHours(26).plusMinutes(30));
      assertThat(row.next()).isFalse();
    }
  }

  @Test
  void timesAreSubtractedAndMovedByParametersOfEachClass() throws SQLException {
    LocalDateTime later = LocalDateTime.of(2026, 2, 2, 8, 0);
    assertThat(db.rows("SELECT ? - begun FROM task", Timestamp.valueOf(later)))
        .containsExactly("1 day 12:00:00");
    assertThat(db.rows("SELECT begun - ? FROM task", later)).containsExactly("-1 days -12:00:00");
    assertThat(db.rows("SELECT begun - ? FROM task", Duration.ofMinutes(90)))
        .containsExactly("2026-01-31 18:30:00");
    assertThat(db.rows("SELECT begun + ? FROM task", Period.ofMonths(1)))
        .containsExactly("2026-02-28 20:00:00");
    assertThat(db.rows("SELECT opens + ? FROM task", Duration.ofHours(15)))
        .containsExactly("01:00:00");
    assertThat(db.rows("SELECT opens - ? FROM task", LocalTime.of(9, 30)))
        .containsExactly("00:30:00");
    assertThat(db.rows("SELECT due + CAST(? AS INTERVAL) FROM task", Duration.ofHours(2)))
        .containsExactly("2026-02-02 02:00:00");
    assertThat(db.rows("SELECT due - ? FROM task", LocalDate.of(2026, 1, 1))).containsExactly("32");
    assertThat(db.rows("SELECT ? * INTERVAL '1 hour'", 1.5)).containsExactly("01:30:00");
    assertThat(db.rows("SELECT id FROM task WHERE ? - begun > ?", later, Duration.ofHours(35)))
        .containsExactly("1");
    assertThat(
            db.rows(
                "SELECT id FROM task WHERE begun BETWEEN ? - INTERVAL '2 days' AND ?",
                later,
                later))
        .containsExactly("1");
    assertThat(db.rows("SELECT EXTRACT(EPOCH FROM ? - begun) FROM task", later))
        .containsExactly("129600.000000");
  }

  @Test
  void rowsAreChangedComparedAndSummedByIntervals() throws SQLException {
    insert(2, Duration.ofHours(24));
    insert(3, Period.ofDays(1));
    insert(4, Duration.ofMinutes(1));
    assertThat(db.rows("SELECT id FROM task WHERE span = ? ORDER BY id", Period.ofDays(1)))
        .containsExactly("2", "3");
    assertThat(db.rows("SELECT id FROM task WHERE span < ?", Duration.ofHours(1)))
        .containsExactly("4");
    assertThat(db.rows("SELECT sum(span) FROM task")).containsExactly("1 day 24:01:00");
    try (PreparedStatement update =
        db.jdbc().prepareStatement("UPDATE task SET span = span + ? WHERE id = ?")) {
      update.setObject(1, Duration.ofSeconds(1));
      update.setLong(2, 4);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
    assertThat(db.rows("SELECT span FROM task WHERE id = 4")).containsExactly("00:01:01");
    try (PreparedStatement insert =
        db.jdbc().prepareStatement("INSERT INTO task (id, steps) VALUES (9, ?)")) {
      insert.setArray(
          1, db.jdbc().createArrayOf("interval", new Object[] {Duration.ofHours(1), "2 days"}));
      insert.executeUpdate();
    }
    assertThat(db.rows("SELECT steps FROM task WHERE id = 9"))
        .containsExactly("{01:00:00,\"2 days\"}");
  }

  @Test
  void whatIsNoIntervalIsRefusedWithTheSqlStatesOfPostgreSql() {
    assertThatThrownBy(() -> insert(2, "1 banana"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22007"));
    assertThatThrownBy(() -> insert(2, "1000000000 years"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22008"));
    assertThatThrownBy(() -> db.run("CREATE INDEX task_span ON task (span)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
  }
}
