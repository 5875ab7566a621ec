package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SearchPath;

/** Scenarios of temporary tables, with the texts that a driver sends for its connection. */
final class TemporaryTableScenariosTest extends SqlFixture {
  private static final String ANN = "pg_temp_1";
  private static final String BOB = "pg_temp_2";
  private static final long MINUTE_US = 60_000_000;

  private static String of(String schema, String sql) {
    return new SearchPath(List.of(schema, "public")).appendTo(sql);
  }

  private void open(SqlSessionCore session, String schema) {
    assertDone(auto(session, "CREATE TEMPORARY SCHEMA IF NOT EXISTS " + schema));
  }

  private SqlOutcome auto(String schema, SqlSessionCore session, String sql) {
    return auto(session, of(schema, sql));
  }

  private SqlOutcome in(String schema, SqlSessionCore session, String sql) {
    return in(session, of(schema, sql));
  }

  @Test
  void eachOfTwoSessionsHasATableOfTheSameNameRoundAfterRound() {
    SqlSessionCore ann = session();
    SqlSessionCore bob = sessionElsewhere();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, v VARCHAR(9) UNIQUE)"));
    assertDone(auto(ann, "INSERT INTO t VALUES (1, 'all')"));
    open(ann, ANN);
    open(bob, BOB);
    String create = "CREATE TEMP TABLE t (id BIGINT PRIMARY KEY, v VARCHAR(9) UNIQUE)";
    for (int round = 0; round < 3; round++) {
      assertDone(auto(ANN, ann, create));
      assertDone(auto(BOB, bob, create));
      String more = "INSERT INTO t VALUES (1, 'own'), (" + (2 + round) * 500 + ", 'more')";
      assertThat(count(auto(ANN, ann, more))).isEqualTo(2);
      assertThat(value(auto(BOB, bob, "SELECT COUNT(*) FROM t"))).isEqualTo(0L);
      assertThat(count(auto(BOB, bob, "INSERT INTO t VALUES (1, 'own')"))).isEqualTo(1);
      assertThat(rows(auto(ANN, ann, "SELECT id FROM t WHERE v = 'own'"))).hasSize(1);
      assertThat(value(auto(BOB, bob, "SELECT v FROM public.t"))).isEqualTo("all");
      assertDone(auto(ANN, ann, "DROP TABLE t"));
      assertThat(value(auto(ANN, ann, "SELECT v FROM t"))).isEqualTo("all");
      assertDone(auto(BOB, bob, "DROP TABLE t"));
      world.runFor(100_000); // until the next round may have their places
    }
    assertFailed(auto(BOB, bob, "SELECT * FROM pg_temp_1.t"), ErrorCode.NOT_SUPPORTED);
  }

  @Test
  void rowsGoWithTheCommitThatSaysSo() {
    SqlSessionCore ann = session();
    open(ann, ANN);
    assertDone(auto(ann, "CREATE TABLE kept (id INT PRIMARY KEY)"));
    assertDone(auto(ANN, ann, "CREATE TEMP TABLE t (id INT) ON COMMIT DELETE ROWS"));
    assertThat(count(in(ANN, ann, "INSERT INTO t VALUES (1), (2)"))).isEqualTo(2);
    assertThat(count(in(ANN, ann, "INSERT INTO kept SELECT id FROM t"))).isEqualTo(2);
    assertDone(in(ANN, ann, "COMMIT"));
    assertThat(value(auto(ANN, ann, "SELECT COUNT(*) FROM t"))).isEqualTo(0L);
    assertThat(value(auto(ANN, ann, "SELECT COUNT(*) FROM kept"))).isEqualTo(2L);
    assertThat(count(auto(ANN, ann, "INSERT INTO t VALUES (3)"))).isEqualTo(1);
    assertThat(value(auto(ANN, ann, "SELECT COUNT(*) FROM t"))).isEqualTo(0L);
    restartRouter();
    world.runFor(2_000_000);
    assertThat(count(in(ANN, ann, "INSERT INTO t VALUES (4)"))).isEqualTo(1);
    assertDone(in(ANN, ann, "COMMIT"));
    assertThat(value(auto(ANN, ann, "SELECT COUNT(*) FROM t"))).isEqualTo(0L);
  }

  @Test
  void aTableGoesWithTheTransactionThatItIsOf() {
    SqlSessionCore ann = session();
    open(ann, ANN);
    String create = "CREATE TEMP TABLE t (id INT) ON COMMIT DROP";
    for (String end : List.of("COMMIT", "ROLLBACK")) {
      assertDone(in(ANN, ann, create));
      assertThat(count(in(ANN, ann, "INSERT INTO t VALUES (1)"))).isEqualTo(1);
      assertDone(in(ANN, ann, end));
      assertFailed(auto(ANN, ann, "SELECT * FROM t"), ErrorCode.UNKNOWN_TABLE);
    }
    assertDone(auto(ANN, ann, create));
    assertFailed(auto(ANN, ann, "SELECT * FROM t"), ErrorCode.UNKNOWN_TABLE);
    assertDone(auto(ANN, ann, "BEGIN"));
    assertDone(auto(ANN, ann, create));
    assertThat(count(auto(ANN, ann, "INSERT INTO t VALUES (1)"))).isEqualTo(1);
    assertThat(ann.inTransaction()).as("BEGIN holds on").isTrue();
    assertDone(auto(ANN, ann, "ROLLBACK"));
    assertFailed(auto(ANN, ann, "SELECT * FROM t"), ErrorCode.UNKNOWN_TABLE);
    assertThat(count(in(ann, "CREATE TABLE kept (id INT)"))).isEqualTo(0);
    assertThat(count(in(ann, "INSERT INTO kept VALUES (1)"))).isEqualTo(1);
    assertFailed(in(ANN, ann, create), ErrorCode.SQL_INVALID);
    assertDone(in(ANN, ann, "ROLLBACK"));
  }

  @Test
  void thoseOfADeadClientGoAfterAWhileAndOthersStay() {
    SqlSessionCore ann = session();
    SqlSessionCore bob = sessionElsewhere();
    String again = "pg_temp_3";
    for (String schema : List.of(ANN, again)) {
      open(ann, schema);
      assertDone(auto(schema, ann, "CREATE TEMP TABLE t (id INT PRIMARY KEY)"));
      assertThat(count(auto(schema, ann, "INSERT INTO t VALUES (1)"))).isEqualTo(1);
    }
    open(bob, BOB);
    assertDone(auto(BOB, bob, "CREATE TEMP TABLE t (id INT PRIMARY KEY)"));
    loseClient();
    world.runFor(9 * MINUTE_US);
    SqlSessionCore carl = sessionElsewhere();
    assertThat(value(auto(again, carl, "SELECT id FROM t"))).as("it comes again").isEqualTo(1);
    world.runFor(2 * MINUTE_US);
    assertFailed(auto(ANN, carl, "SELECT id FROM t"), ErrorCode.TEMPORARY_TABLES_LOST);
    assertThat(value(auto(again, carl, "SELECT id FROM t"))).isEqualTo(1);
    assertThat(value(auto(BOB, bob, "SELECT COUNT(*) FROM t"))).isEqualTo(0L);
  }
}
