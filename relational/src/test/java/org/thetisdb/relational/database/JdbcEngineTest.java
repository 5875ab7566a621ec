package org.thetisdb.relational.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.dtxn.testing.EngineTester;
import org.thetisdb.relational.log.LogHead;

/** A database alone, without a log: its contract, its place, its locks. */
class JdbcEngineTest {
  private static final DatabaseLimits QUICK = new DatabaseLimits(200, 2_000, 10_000);

  private final List<JdbcEngine> open = new ArrayList<>();

  @AfterEach
  void close() {
    open.forEach(JdbcEngine::close);
  }

  private JdbcEngine engine(DatabaseLogin login) {
    JdbcEngine engine = JdbcEngine.open(login, 3, QUICK);
    open.add(engine);
    return engine;
  }

  private static DatabaseStatement account(long id, String owner, long cents) {
    return DatabaseStatement.of("INSERT INTO account VALUES (?, ?, ?)", id, owner, cents);
  }

  private static DatabaseStatement pay(long id, long cents) {
    return DatabaseStatement.of("UPDATE account SET cents = cents + ? WHERE id = ?", cents, id);
  }

  private static DatabaseStatement read(long id) {
    return DatabaseStatement.of("SELECT owner, cents FROM account WHERE id = ?", id);
  }

  private static LogHead commit(JdbcEngine engine) {
    LogHead next = engine.position().next(engine.record());
    engine.commit(next);
    return next;
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void itKeepsToTheContractOfEngines(String kind) {
    new EngineTester(() -> new JdbcStorage(engine(Databases.of(kind))))
        .check(
            List.of(
                JdbcStorage.fragment(account(1, "ann", 100), account(2, "bob", 50)),
                JdbcStorage.fragment(read(1)),
                JdbcStorage.fragment(pay(1, -30), pay(2, 30), read(2)),
                JdbcStorage.fragment(pay(2, 10), pay(1, -1_000)), // breaks a rule half way
                JdbcStorage.fragment(
                    DatabaseStatement.of("INSERT INTO entry VALUES (?, ?, ?)", 1L, 1L, null)),
                JdbcStorage.fragment(DatabaseStatement.of("DELETE FROM account WHERE id = 1")),
                JdbcStorage.fragment(DatabaseStatement.of("DELETE FROM entry"), read(1))));
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void thePlaceChangesWithTheRowsOrNotAtAll(String kind) {
    DatabaseLogin login = Databases.of(kind);
    JdbcEngine engine = engine(login);
    assertThat(engine.position()).isEqualTo(LogHead.START);
    engine.run(List.of(account(1, "ann", 100)));
    LogHead first = commit(engine);
    engine.run(List.of(pay(1, 5)));
    engine.abandon(); // as in a crash
    JdbcEngine again = engine(login);
    assertThat(again.position()).isEqualTo(first);
    assertThat(again.run(List.of(read(1))).get(0).rows()).containsExactly(List.of("ann", 100L));
    again.rollback();
    again.flush();
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void whatAnotherHostHasCommittedIsNotCommittedTwice(String kind) {
    DatabaseLogin login = Databases.of(kind);
    JdbcEngine one = engine(login);
    JdbcEngine other = engine(login);
    one.run(List.of(account(1, "ann", 100)));
    commit(one);
    other.run(List.of(pay(1, 5)));
    assertThatThrownBy(() -> commit(other)).isInstanceOf(DatabaseException.class);
    other.close();
    assertThat(Databases.number(login, "SELECT cents FROM account")).isEqualTo(100);
    assertThat(Databases.number(login, "SELECT version FROM thetis_position")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aWaitForTheLockOfAStrangerEnds(String kind) throws SQLException {
    DatabaseLogin login = Databases.of(kind);
    JdbcEngine engine = engine(login);
    engine.run(List.of(account(1, "ann", 100)));
    commit(engine);
    try (Connection stranger = Databases.stranger(login)) {
      stranger.setAutoCommit(false);
      DatabaseDialect.say(stranger, List.of("UPDATE account SET owner = 'eve'"));
      assertThatThrownBy(() -> engine.run(List.of(pay(1, 5))))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e -> {
                assertThat(e.isLost()).isFalse();
                assertThat(e.getMessage()).containsIgnoringCase("lock").contains(e.sqlState());
              });
      engine.rollback();
      stranger.rollback();
    }
    engine.run(List.of(pay(1, 5)));
    commit(engine);
    assertThat(Databases.number(login, "SELECT cents FROM account")).isEqualTo(105);
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void aRepetitionThatEndsOtherwiseIsNoticed(String kind) {
    JdbcEngine first = engine(Databases.of(kind));
    first.run(List.of(account(1, "ann", 100), pay(1, 5)));
    JdbcEngine other = engine(Databases.of(kind));
    other.repeat(first.record());
    assertThat(other.digest()).isEqualTo(first.digest());
    other.rollback();
    first.rollback();
    first.run(List.of(DatabaseStatement.of("DELETE FROM account WHERE id > 0")));
    other.run(List.of(account(1, "ann", 100)));
    assertThatThrownBy(() -> other.repeat(first.record()))
        .hasMessageContaining("changed 0 rows, then 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {Databases.H2, Databases.POSTGRESQL})
  void whatDrawsAValueIsRefusedByName(String kind) {
    DatabaseLogin login = Databases.of(kind);
    Databases.say(
        login,
        List.of(
            "CREATE TABLE note (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
                + " written TIMESTAMP DEFAULT CURRENT_TIMESTAMP, what VARCHAR(80) DEFAULT 'x')"));
    JdbcEngine engine = engine(login);
    refused(engine, "UPDATE account SET owner = owner || now()", "NOW");
    refused(engine, "INSERT INTO note (what) VALUES ('a')", "id");
    refused(engine, "INSERT INTO note (id, what) VALUES (1, 'a')", "written");
    refused(engine, "INSERT INTO note VALUES (1, DEFAULT, 'a')", "DEFAULT");
    refused(engine, "CREATE TABLE other (id INT)", "create");
    refused(engine, "DELETE FROM account; DELETE FROM entry", "more than one");
    DatabaseStatement named =
        DatabaseStatement.of(
            "INSERT INTO note (id, written, what) VALUES (?, TIMESTAMP '2026-01-01 00:00:00', ?)",
            1L,
            "now() or never; random");
    assertThat(engine.run(List.of(named)).get(0).changed()).isEqualTo(1);
    engine.run(List.of(DatabaseStatement.of("SELECT CURRENT_TIMESTAMP")));
    engine.rollback();
  }

  private static void refused(JdbcEngine engine, String sql, String word) {
    assertThatThrownBy(() -> engine.run(List.of(DatabaseStatement.of(sql))))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> {
              assertThat(e.sqlState()).isEqualTo("0A000");
              assertThat(e.getMessage()).containsIgnoringCase(word);
            });
  }

  @Test
  void aDatabaseIsOnePartition() {
    DatabaseLogin login = Databases.h2();
    engine(login);
    assertThatThrownBy(() -> JdbcEngine.open(login, 4, QUICK))
        .hasMessageContaining("partition 3, not 4");
  }
}
