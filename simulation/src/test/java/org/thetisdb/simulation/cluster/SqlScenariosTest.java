package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.simulation.workload.BankWorkload;

/** Scenarios of SQL from a client through router and sites and back. */
final class SqlScenariosTest extends SqlFixture {
  private static final int SPREAD_ROWS = 6_000;

  /** Rows so far from each other that each lies in a partition of its own. */
  private SqlSessionCore spreadRows() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    for (int first = 0; first < SPREAD_ROWS; first += 500) {
      StringBuilder values = new StringBuilder("INSERT INTO t VALUES ");
      for (int i = first; i < first + 500; i++) {
        values.append(i == first ? "" : ", ").append("(").append(i * 1_000L).append(", 0)");
      }
      assertDone(auto(session, values.toString()));
    }
    return session;
  }

  @Test
  @InTurn(oneIn = 4)
  void anUpdateOfRowsInThousandsOfPartitionsIsOneTransaction() {
    SqlSessionCore session = spreadRows();
    assertThat(count(auto(session, "UPDATE t SET v = v + 1"))).isEqualTo(SPREAD_ROWS);
    assertThat(value(auto(session, "SELECT SUM(v) FROM t"))).isEqualTo((long) SPREAD_ROWS);
    assertThat(count(auto(session, "DELETE FROM t WHERE id >= 0"))).isEqualTo(SPREAD_ROWS);
    assertThat(value(auto(session, "SELECT COUNT(*) FROM t"))).isEqualTo(0L);
  }

  @Test
  @InTurn(oneIn = 4, from = 2)
  void anUpdateOfThousandsOfPartitionsMayBePartOfATransaction() {
    SqlSessionCore session = spreadRows();
    assertThat(count(in(session, "UPDATE t SET v = v + 1"))).isEqualTo(SPREAD_ROWS);
    assertDone(in(session, "ROLLBACK"));
    assertThat(value(auto(session, "SELECT SUM(v) FROM t"))).isEqualTo(0L);
  }

  /** Its next try would else be the youngest again, and be the one that ends in each cycle. */
  @Test
  void aTransactionThatHasLostKeepsItsPlaceWhenItIsTriedAgain() {
    SqlSessionCore first = session();
    SqlSessionCore second = session();
    SqlSessionCore third = session();
    assertDone(auto(first, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    assertDone(auto(first, "INSERT INTO t VALUES (1, 0), (2, 0)"));
    String raise = "UPDATE t SET v = v + 1 WHERE id = ?";
    assertThat(count(in(first, raise, 1L))).isEqualTo(1);
    assertThat(count(in(second, raise, 2L))).isEqualTo(1);
    SqlOutcome[] waits = begin(first, 0, raise, 2L);
    assertFailed(in(second, raise, 1L), ErrorCode.SERIALIZATION_FAILURE);
    assertThat(count(await(waits))).isEqualTo(1);
    assertDone(in(second, "ROLLBACK"));
    assertDone(in(first, "COMMIT"));

    assertThat(count(in(third, raise, 1L))).isEqualTo(1);
    assertThat(count(in(second, raise, 2L))).isEqualTo(1);
    waits = begin(third, 0, raise, 2L);
    assertThat(count(in(second, raise, 1L))).isEqualTo(1);
    assertFailed(await(waits), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(in(second, "COMMIT"));
    assertThat(value(auto(second, "SELECT SUM(v) FROM t"))).isEqualTo(4L);
  }

  @Test
  void anOlderTransactionWaitsForAYoungerOnesPartitions() {
    SqlSessionCore older = session();
    SqlSessionCore younger = session();
    rowsAtSeveralSites(older, "t");
    String raise = "UPDATE t SET v = v + 1 WHERE id = ?";
    assertThat(count(in(older, raise, 1L))).isEqualTo(1);
    assertThat(count(in(younger, raise, 501L))).isEqualTo(1);
    SqlOutcome[] waits = begin(older, 0, raise, 502L);
    world.runFor(300_000);
    assertThat(waits[0]).as("it waits for what the younger one keeps").isNull();
    assertThat(count(in(younger, raise, 503L))).isEqualTo(1);
    assertDone(in(younger, "COMMIT"));
    assertThat(count(await(waits))).isEqualTo(1);
    assertDone(in(older, "COMMIT"));
    assertThat(value(auto(older, "SELECT SUM(v) FROM t"))).isEqualTo(4L);
  }

  @Test
  void theYoungestOfADeadlockOverPartitionsEndsAtOnce() {
    List<SqlSessionCore> sessions = List.of(session(), session(), session());
    rowsAtSeveralSites(sessions.get(0), "t");
    String raise = "UPDATE t SET v = v + 1 WHERE id = ?";
    for (int i = 0; i < 3; i++) {
      assertThat(count(in(sessions.get(i), raise, 1 + 500L * i))).isEqualTo(1);
    }
    assertThat(sitesThatExecuted()).as("else nobody needs a move").isEqualTo(3);
    List<SqlOutcome[]> waits = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waits.add(begin(sessions.get(i), 0, raise, 2 + 500L * ((i + 1) % 3)));
    }
    world.runFor(50_000);
    assertFailed(waits.get(2)[0], ErrorCode.SERIALIZATION_FAILURE);
    assertThat(count(waits.get(1)[0])).isEqualTo(1);
    assertDone(in(sessions.get(1), "COMMIT"));
    assertThat(count(await(waits.get(0)))).isEqualTo(1);
    assertDone(in(sessions.get(0), "COMMIT"));
    assertDone(in(sessions.get(2), "ROLLBACK"));
    assertThat(value(auto(sessions.get(0), "SELECT SUM(v) FROM t"))).isEqualTo(4L);
  }

  /**
   * Bob has the partition moved that Ann keeps, and Carl begins meanwhile. Where he begins is
   * decided when he may go on; else he would have it moved back.
   */
  @Test
  void aTransactionBeginsWhereItsFirstStatementsMoveEnded() {
    SqlSessionCore ann = session();
    SqlSessionCore bob = session();
    SqlSessionCore carl = session();
    rowsAtSeveralSites(ann, "t");
    String raise = "UPDATE t SET v = v + 1 WHERE id = ?";
    assertThat(count(in(bob, raise, 501L))).isEqualTo(1);
    assertThat(count(in(ann, raise, 1L))).isEqualTo(1);
    SqlOutcome[] bobs = begin(bob, 0, raise, 2L);
    world.runFor(20_000);
    SqlOutcome[] carls = begin(carl, 0, raise, 3L);
    world.runFor(20_000);
    assertThat(bobs[0]).as("Ann keeps it").isNull();
    assertThat(carls[0]).as("he waits for Bob's move").isNull();

    assertDone(in(ann, "COMMIT"));
    assertThat(count(await(bobs))).isEqualTo(1);
    assertThat(count(await(carls))).as("before Bob is done").isEqualTo(1);
    assertDone(in(bob, "COMMIT"));
    assertDone(in(carl, "COMMIT"));
    assertThat(releases()).as("moves").isEqualTo(1);
  }

  /** Ann and Bob run at one site, where Bob wants Ann's row; Carl runs at another one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aCycleThroughARowAndPartitionsEndsAtOnceWhoeverClosesIt(int last) {
    SqlSessionCore ann = session();
    SqlSessionCore bob = session();
    SqlSessionCore carl = session();
    rowsAtSeveralSites(ann, "t");
    rowsAtSeveralSites(ann, "u");
    String raise = "UPDATE t SET v = v + 1 WHERE id = ?";
    String other = "UPDATE u SET v = v + 1 WHERE id = ?";
    assertThat(count(in(ann, raise, 1L))).isEqualTo(1);
    assertThat(count(in(bob, raise, 2L))).isEqualTo(1);
    assertThat(count(in(bob, other, 1L))).as("it comes to his site").isEqualTo(1);
    assertThat(count(in(carl, raise, 501L))).isEqualTo(1);

    List<Supplier<SqlOutcome[]>> requests =
        List.of(
            () -> begin(ann, 0, raise, 502L), // Carl keeps the partition
            () -> begin(bob, 0, raise, 1L), // Ann holds the row
            () -> begin(carl, 0, other, 2L)); // Bob keeps the partition
    List<SqlOutcome[]> waits = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      waits.add(requests.get((last + i) % 3).get());
      world.runFor(10_000);
    }
    world.runFor(20_000);
    SqlOutcome[] carls = waits.get((4 - last) % 3);
    assertFailed(carls[0], ErrorCode.SERIALIZATION_FAILURE);
    SqlOutcome[] anns = waits.get((5 - last) % 3);
    assertThat(count(anns[0])).isEqualTo(1);
    assertDone(in(ann, "COMMIT"));
    assertDone(in(carl, "ROLLBACK"));
  }

  @Test
  void aWaitingStatementLetsTheHolderHaveWhatItNeeds() {
    SqlSessionCore alone = session();
    SqlSessionCore one = session();
    int waited = 0;
    for (int i = 0; i < 6; i++) {
      String table = "t" + i;
      rowsAtSeveralSites(alone, table);
      String raise = "UPDATE %s SET v = v + 1 WHERE id = ?".formatted(table);
      assertThat(count(in(one, raise, 1 + 500L * (i % 3)))).isEqualTo(1);
      SqlOutcome[] waits = new SqlOutcome[1];
      send(
          alone,
          Statement.AUTO_COMMIT | Statement.BATCH,
          raise,
          outcome -> waits[0] = outcome,
          new Object[] {2L},
          new Object[] {502L},
          new Object[] {1_002L});
      world.runFor(50_000);
      waited += waits[0] == null ? 1 : 0;
      assertThat(count(in(one, raise, 3 + 500L * ((i + 1) % 3)))).isEqualTo(1);
      assertThat(count(in(one, raise, 3 + 500L * ((i + 2) % 3)))).isEqualTo(1);
      assertDone(in(one, "COMMIT"));
      assertDone(await(waits));
      world.runFor(100_000); // so that the cut in which a session reads has what others wrote
      assertThat(value(auto(alone, "SELECT SUM(v) FROM " + table))).isEqualTo(6L);
    }
    assertThat(waited).as("times that the statement had to wait").isPositive();
  }

  private void rowsAtSeveralSites(SqlSessionCore session, String table) {
    assertDone(auto(session, "CREATE TABLE %s (id BIGINT PRIMARY KEY, v INT)".formatted(table)));
    for (long id = 1; id < 1_004; id++) {
      if (id % 500 < 4) {
        assertDone(auto(session, "INSERT INTO %s VALUES (?, 0)".formatted(table), id));
      }
    }
    watchExecutions();
  }

  @Test
  void whatWasAcknowledgedBeforeIsInTheSnapshotAndNoConflict() {
    SqlSessionCore first = session();
    SqlSessionCore second = session();
    assertDone(auto(first, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    for (long id : new long[] {1, 501, 1001}) {
      assertDone(auto(first, "INSERT INTO t VALUES (?, 0)", id));
    }
    String raise = "UPDATE t SET v = v + 1 WHERE id = ?";
    for (int round = 0; round < 20; round++) {
      SqlSessionCore one = round % 2 == 0 ? first : second;
      assertThat(count(in(one, raise, 1 + 500L * (round % 3)))).isEqualTo(1);
      assertThat(count(in(one, raise, 1L))).isEqualTo(1);
      assertThat(count(in(one, raise, 1001L))).isEqualTo(1);
      assertDone(in(one, "COMMIT"));
    }
    assertThat(value(auto(second, "SELECT SUM(v) FROM t"))).isEqualTo(60L);
  }

  @Test
  void anInsertWithIndexesAndParentsIsPlannedFromArguments() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE shop (id BIGINT PRIMARY KEY, name VARCHAR(20) UNIQUE)"));
    assertDone(
        auto(
            session,
            "CREATE TABLE sale (id BIGINT PRIMARY KEY, day INT,"
                + " shop BIGINT REFERENCES shop (id))"));
    assertDone(auto(session, "CREATE INDEX sale_day ON sale (day)"));
    assertDone(auto(session, "CREATE UNIQUE INDEX sale_week ON sale ((day / 7), id)"));
    assertDone(auto(session, "INSERT INTO shop VALUES (1, 'north'), (2, 'south')"));
    assertDone(auto(session, "INSERT INTO sale VALUES (1, 1, 1)"));
    watchExecutions();
    for (int i = 2; i < 12; i++) {
      assertDone(auto(session, "INSERT INTO sale VALUES (?, ?, ?)", (long) i, i, 1L + i % 2));
    }
    assertThat(executions()).as("each insert was sent once").isEqualTo(10);
    assertFailed(
        auto(session, "INSERT INTO sale VALUES (20, 1, 3)"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertFailed(auto(session, "INSERT INTO shop VALUES (3, 'north')"), ErrorCode.UNIQUE_VIOLATION);
    assertThat(value(auto(session, "SELECT COUNT(*) FROM sale WHERE day = 5"))).isEqualTo(1L);
    assertThat(value(auto(session, "SELECT COUNT(*) FROM sale WHERE day / 7 = 1"))).isEqualTo(5L);
  }

  @Test
  void aWriteOfUnknownKeysIsTriedWhereItsTransactionIs() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, nick VARCHAR(9), v INT)"));
    assertDone(auto(session, "CREATE INDEX by_nick ON t (nick)"));
    assertDone(auto(session, "INSERT INTO t VALUES (1, 'a', 0), (2, 'b', 0), (700, 'c', 0)"));
    assertThat(count(in(session, "UPDATE t SET v = 1 WHERE id = 1"))).isEqualTo(1);
    watchExecutions();
    assertThat(count(in(session, "UPDATE t SET v = 1 WHERE nick = 'b'"))).isEqualTo(1);
    assertThat(executions()).isEqualTo(1);
    assertThat(count(in(session, "UPDATE t SET v = 1 WHERE nick = 'c'"))).isEqualTo(1);
    assertDone(in(session, "COMMIT"));
    assertThat(value(auto(session, "SELECT SUM(v) FROM t"))).isEqualTo(3L);
  }

  @Test
  void anUpdateByASecondaryIndexTakesLittleLongerThanOneByKey() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, nick VARCHAR(9), v INT)"));
    assertDone(auto(session, "CREATE UNIQUE INDEX by_nick ON t (nick)"));
    for (long id = 0; id < 2_000; id += 100) {
      assertDone(auto(session, "INSERT INTO t VALUES (?, ?, 0)", id, "n" + id));
    }
    long byKeyUs = updateAll(session, "UPDATE t SET v = v + 1 WHERE id = ?", "");
    long byIndexUs = updateAll(session, "UPDATE t SET v = v + 1 WHERE nick = ?", "n");
    assertThat(byIndexUs).isLessThan(3 * byKeyUs);
    assertThat(value(auto(session, "SELECT SUM(v) FROM t"))).isEqualTo(2 * 3 * 20L);
  }

  @Test
  void aChangeByASecondaryIndexSeesItsSessionsLastWrite() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, nick VARCHAR(9), v INT)"));
    assertDone(auto(session, "CREATE UNIQUE INDEX by_nick ON t (nick)"));
    assertDone(auto(session, "INSERT INTO t VALUES (-1, 'zero', 0)"));
    for (long id = 0; id < 2_000; id += 100) {
      assertDone(auto(session, "INSERT INTO t VALUES (?, ?, 0)", id, "n" + id));
      assertThat(count(auto(session, "UPDATE t SET v = 1 WHERE nick = ?", "n" + id))).isEqualTo(1);
      assertDone(auto(session, "UPDATE t SET v = ? WHERE id = -1", id + 1));
      assertDone(
          auto(
              session,
              "UPDATE t SET v = 7 / (SELECT z.v - ? FROM t z WHERE z.id = -1) WHERE nick = ?",
              id,
              "n" + id));
    }
    assertThat(value(auto(session, "SELECT SUM(v) FROM t WHERE id >= 0"))).isEqualTo(140L);
  }

  private long updateAll(SqlSessionCore session, String sql, String prefix) {
    long beganUs = world.nowUs();
    for (int round = 0; round < 3; round++) {
      for (long id = 0; id < 2_000; id += 100) {
        Object key = prefix.isEmpty() ? (Object) id : prefix + id;
        assertThat(count(auto(session, sql, key))).isEqualTo(1);
      }
    }
    return world.nowUs() - beganUs;
  }

  @Test
  @InTurn(oneIn = 8)
  void anUpdateTakesMoreRowsThanAPlanCanName() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    for (long first = 0; first < 110_000; first += 10_000) {
      Object[][] runs = new Object[10_000][];
      for (int i = 0; i < runs.length; i++) {
        runs[i] = new Object[] {first + i};
      }
      assertDone(batch(session, "INSERT INTO t VALUES (?, 0)", runs));
    }
    assertThat(count(auto(session, "UPDATE t SET v = 1"))).isEqualTo(110_000);
    assertThat(count(auto(session, "UPDATE t SET v = 2 WHERE v = 1"))).isEqualTo(110_000);
  }

  /** Nine megabytes, more than a message may have. */
  private SqlSessionCore longTexts() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, v VARCHAR(100000))"));
    String text = "x".repeat(100_000);
    for (long id = 0; id < 90; id++) {
      assertDone(auto(session, "INSERT INTO t VALUES (?, ?)", id, text));
    }
    return session;
  }

  private static Object idOf(Object row) {
    return ((List<?>) row).get(0);
  }

  /** The ids of a result, all pieces of it. */
  private List<Object> ids(SqlSessionCore session, SqlOutcome first) {
    List<Object> ids = new ArrayList<>();
    SqlOutcome piece = first;
    rows(piece).forEach(row -> ids.add(idOf(row)));
    while (piece.result().cursor() != 0) {
      piece = fetch(session, piece.result().cursor());
      rows(piece).forEach(row -> ids.add(idOf(row)));
    }
    return ids;
  }

  private static List<Object> numbers(long from, long to) {
    List<Object> numbers = new ArrayList<>();
    for (long i = from; i < to; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  @Test
  void aLongResultComesInPiecesAndShowsOneMoment() {
    SqlSessionCore session = longTexts();
    SqlOutcome first = auto(session, "SELECT id, v FROM t ORDER BY id");
    assertThat(first.result().cursor()).isNotZero();
    assertThat(first.result().rows().length()).isLessThan(1 << 20);
    SqlSessionCore other = session();
    assertDone(auto(other, "DELETE FROM t WHERE id >= 40"));
    assertDone(auto(other, "INSERT INTO t VALUES (1000, 'new')"));
    world.runFor(2_000_000);
    assertThat(ids(session, first)).isEqualTo(numbers(0, 90));
    assertThat(value(auto(session, "SELECT COUNT(*) FROM t"))).isEqualTo(41L);
    assertNothingIsKept();
  }

  @Test
  void aResultShowsItsTransactionsWritesAndEndsWithIt() {
    SqlSessionCore session = longTexts();
    assertDone(in(session, "UPDATE t SET id = 500 WHERE id = 5"));
    SqlOutcome first = in(session, "SELECT id, v FROM t ORDER BY id");
    assertDone(in(session, "DELETE FROM t WHERE id = 500"));
    List<Object> expected = numbers(0, 90);
    expected.remove(5L);
    expected.add(500L);
    assertThat(ids(session, first)).isEqualTo(expected);
    SqlOutcome second = in(session, "SELECT id, v FROM t ORDER BY id");
    assertDone(in(session, "COMMIT"));
    assertFailed(fetch(session, second.result().cursor()), ErrorCode.RESULT_EXPIRED);
    assertThat(value(auto(session, "SELECT COUNT(*) FROM t"))).isEqualTo(89L);
    assertNothingIsKept();
  }

  @Test
  void aResultThatNobodyReadsIsGivenUpAndTheClientIsTold() {
    SqlSessionCore session = longTexts();
    SqlOutcome first = auto(session, "SELECT id, v FROM t");
    world.runFor(61_000_000);
    SqlOutcome late = fetch(session, first.result().cursor());
    assertFailed(late, ErrorCode.RESULT_EXPIRED);
    assertThat(late.end().toString()).contains("nobody asked for more of it for 60 s");
    assertNothingIsKept();
  }

  @Test
  void theResultsOfAClientThatEndsOrWantsNoMoreAreGivenUp() {
    SqlSessionCore session = longTexts();
    auto(session, "SELECT id, v FROM t");
    SqlOutcome second = auto(session, "SELECT id, v FROM t");
    assertThat(longQueries()).isEqualTo(2);
    session.closeCursor(second.result().cursor());
    world.runFor(1_000_000);
    assertThat(longQueries()).isEqualTo(1);
    assertFailed(fetch(session, second.result().cursor()), ErrorCode.UNKNOWN_CURSOR);
    begin(session, Statement.AUTO_COMMIT, "SELECT COUNT(*) FROM t a, t b");
    world.runFor(3_000);
    loseClient();
    world.runFor(1_000_000);
    assertNothingIsKept();
  }

  @Test
  void aSiteThatIsLostTakesTheRestOfAResultWithIt() {
    SqlSessionCore session = longTexts();
    SqlOutcome first = auto(session, "SELECT id, v FROM t");
    sites.forEach(site -> site.process().kill());
    world.runFor(100_000);
    assertFailed(fetch(session, first.result().cursor()), ErrorCode.RESULT_EXPIRED);
    sites.forEach(Machine::start);
    assertThat(ids(session, auto(session, "SELECT id, v FROM t"))).hasSize(90);
  }

  @Test
  void aQueryThatWouldKeepMoreThanItMayIsRefused() {
    SqlSessionCore session = longTexts();
    String pairs = "(SELECT a.id AS x, b.id AS y, a.v || b.v AS v FROM t a, t b) p";
    for (String text :
        List.of(
            "SELECT x, v FROM " + pairs + " ORDER BY v",
            "SELECT DISTINCT v || x || ' ' || y FROM " + pairs,
            "SELECT t.id, p.v FROM t JOIN " + pairs + " ON t.v = p.v")) {
      assertFailed(auto(session, text), ErrorCode.STATEMENT_MEMORY);
    }
    assertNothingIsKept();
    assertThat(value(auto(session, "SELECT COUNT(v) FROM t"))).isEqualTo(90L);
    assertThat(ids(session, auto(session, "SELECT id, v FROM t ORDER BY id DESC"))).hasSize(90);
    assertThat(rows(auto(session, "SELECT id FROM t ORDER BY v, id LIMIT 3"))).hasSize(3);
  }

  @Test
  void anErrorInTheMiddleOfAResultEndsIt() {
    SqlSessionCore session = longTexts();
    SqlOutcome first = auto(session, "SELECT id, v, 1 / (id - 70) FROM t ORDER BY id");
    SqlOutcome piece = first;
    while (piece.end().isCommitted() && piece.result().cursor() != 0) {
      piece = fetch(session, piece.result().cursor());
    }
    assertFailed(piece, ErrorCode.DIVISION_BY_ZERO);
    assertNothingIsKept();
  }

  @Test
  void rowsThatTransactionsChangeTogetherComeTogether() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    assertDone(auto(session, "INSERT INTO t VALUES (1, 0), (501, 0), (1001, 0)"));
    watchExecutions();
    for (int i = 0; i < 30; i++) {
      for (long id : i % 2 == 0 ? new long[] {1, 501, 1001} : new long[] {1001, 1, 501}) {
        assertDone(in(session, "UPDATE t SET v = v + 1 WHERE id = ?", id));
      }
      assertDone(in(session, "COMMIT"));
    }
    assertThat(releases()).as("what belongs together stays together").isLessThanOrEqualTo(2);
  }

  @Test
  void transactionsThatOnlyReadAreSpreadOverTheReplicas() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    assertDone(auto(session, "INSERT INTO t VALUES (1, 10)"));
    world.runFor(1_000_000);
    watchExecutions();
    for (int i = 0; i < 30; i++) {
      SqlSessionCore reader = session();
      for (int read = 0; read < 2; read++) {
        SqlOutcome seen = with(Statement.READ_ONLY, reader, "SELECT v FROM t WHERE id = 1");
        assertThat(value(seen)).isEqualTo(10);
      }
      assertFailed(
          with(Statement.READ_ONLY, reader, "UPDATE t SET v = 1"), ErrorCode.READ_ONLY_TRANSACTION);
      assertDone(in(reader, "COMMIT"));
    }
    assertThat(sitesThatExecuted()).isEqualTo(3);
    assertThat(count(in(session, "UPDATE t SET v = 11 WHERE id = 1"))).isEqualTo(1);
    assertDone(in(session, "COMMIT"));
    SqlOutcome own = with(Statement.READ_ONLY, session, "SELECT v FROM t WHERE id = 1");
    assertThat(value(own)).as("a session reads its own writes, wherever").isEqualTo(11);
  }

  @Override
  List<Procedure> procedures() {
    return new BankWorkload(2).procedures();
  }

  @Test
  void aDefinitionEndsReadersAndIsRefusedAmongWriters() {
    SqlSessionCore session = session();
    assertDone(in(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    assertThat(value(in(session, "SELECT COUNT(*) FROM t"))).isEqualTo(0L);
    assertDone(in(session, "CREATE INDEX by_v ON t (v)"));
    assertThat(count(in(session, "INSERT INTO t VALUES (1, 1)"))).isEqualTo(1);
    assertFailed(in(session, "ALTER TABLE t ADD COLUMN w INT"), ErrorCode.SQL_INVALID);
    assertDone(in(session, "COMMIT"));
    assertDone(in(session, "ALTER TABLE t ADD COLUMN w INT"));
    assertThat(value(auto(session, "SELECT COUNT(*) FROM t WHERE v = 1"))).isEqualTo(1L);
  }

  @Test
  void aProcedureIsMadeOfAnUploadedClassOrOfOneStatement() {
    SqlSessionCore session = session();
    String transfer = BankWorkload.Transfer.class.getName();
    SqlOutcome tooEarly = auto(session, "CREATE PROCEDURE pay FROM CLASS '" + transfer + "'");
    assertFailed(tooEarly, ErrorCode.SQL_INVALID);
    assertThat(tooEarly.end().toString()).contains("Upload its jar first");
    upload();
    assertDone(auto(session, "CREATE PROCEDURE pay FROM CLASS '" + transfer + "'"));
    assertDone(
        auto(
            session,
            "CREATE PROCEDURE balance_of (account BIGINT)"
                + " AS SELECT balance FROM accounts WHERE id = :account"));
    assertDone(auto(session, "CALL OpenAccount(1, 100)"));
    assertDone(auto(session, "CALL OpenAccount(700, 100)"));
    assertDone(auto(session, "CALL pay(1, 700, 30)"));
    assertThat(value(auto(session, "CALL balance_of(?)", 700))).isEqualTo(130L);
    assertDone(in(session, "CALL pay(700, 1, 20)"));
    assertThat(value(in(session, "CALL balance_of(700)"))).isEqualTo(110L);
    assertDone(in(session, "COMMIT"));
    assertDone(auto(session, "DROP PROCEDURE pay"));
    assertFailed(auto(session, "CALL pay(1, 700, 30)"), ErrorCode.UNKNOWN_PROCEDURE);
    assertDone(auto(session, "CALL Transfer(1, 700, 10)"));
  }

  @Test
  void aProcedureMayBeCalledWithinATransaction() {
    upload();
    SqlSessionCore session = session();
    assertDone(auto(session, "CALL OpenAccount(1, 100)"));
    assertDone(auto(session, "CALL OpenAccount(700, 100)"));
    assertDone(in(session, "UPDATE accounts SET balance = balance + 5 WHERE id = 1"));
    assertDone(in(session, "CALL Transfer(1, 700, 30)"));
    assertThat(value(in(session, "SELECT balance FROM accounts WHERE id = 1"))).isEqualTo(75L);
    assertFailed(in(session, "CALL Transfer(1, 700, 80)"), ErrorCode.ABORTED_BY_PROCEDURE);
    assertThat(value(in(session, "CALL Audit(2)"))).isEqualTo(205L);
    assertDone(in(session, "ROLLBACK"));
    assertThat(value(auto(session, "SELECT balance FROM accounts WHERE id = 1"))).isEqualTo(100L);
  }

  /** Whoever brings a statement leaves it to the line's own thread then. */
  @Test
  void whatIsMoreThanACallerShouldCalculateComesToTheSame() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE lp (id BIGINT PRIMARY KEY, v INT, s VARCHAR(4000))"));
    assertDone(auto(session, "INSERT INTO lp VALUES (1, 1, repeat('a', 3000)), (2, 1, 'ab')"));
    String pattern = "'%a%a%a%a%a%a%a%a%a%a%b'";
    for (int i = 0; i < 4; i++) {
      assertThat(count(auto(session, "UPDATE lp SET v = 0 WHERE id = 1 AND s LIKE " + pattern)))
          .isEqualTo(0);
      assertThat(count(auto(session, "UPDATE lp SET v = 2 WHERE id = 1 AND s ~ '^(a|aa)+$'")))
          .isEqualTo(1);
      assertThat(value(auto(session, "SELECT COUNT(*) FROM lp WHERE s ~ '^(a|aa)*b?$'")))
          .isEqualTo(2L);
      String key =
          "SELECT v FROM lp WHERE id = length(substring(repeat('a', 3000) FROM '(?:a|aa)*')) -"
              + " 2999";
      assertThat(value(auto(session, key))).isEqualTo(2);
    }
  }
}
