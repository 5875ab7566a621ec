package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Scenarios of what is left of a transaction when one of its statements is given up. */
final class TransactionEndScenariosTest extends SqlFixture {
  private static final String RAISE = "UPDATE t SET v = v + 1 WHERE id = 1";
  private static final String COUNT = "SELECT COUNT(*) FROM t WHERE id >= 100";
  private static final long SECOND_US = 1_000_000;

  private SqlSessionCore holder;
  private SqlSessionCore other;

  @BeforeEach
  void makeRows() {
    holder = session();
    other = session();
    assertDone(auto(holder, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    assertDone(auto(holder, "INSERT INTO t VALUES (1, 0), (2, 0), (3, 0)"));
  }

  /**
   * One that is idle for a second while others want its rows is rolled back, so this one is not.
   */
  private void keepBusy(long us) {
    for (long passed = 0; passed < us; passed += 200_000) {
      assertDone(in(holder, "SELECT v FROM t WHERE id = 1"));
      world.runFor(200_000);
    }
  }

  private SqlOutcome[] waitForRow(long timeoutUs) {
    assertThat(count(in(holder, RAISE))).isEqualTo(1);
    assertThat(count(in(other, "INSERT INTO t VALUES (100, 0)"))).isEqualTo(1);
    return beginWithin(timeoutUs, other, 0, RAISE);
  }

  private void assertNothingIsLeft() {
    assertFailed(in(other, "INSERT INTO t VALUES (101, 0)"), ErrorCode.TRANSACTION_FAILED);
    assertFailed(in(other, "SAVEPOINT s"), ErrorCode.TRANSACTION_FAILED);
    assertFailed(in(other, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    assertThat(value(auto(session(), COUNT))).isEqualTo(0L);
    assertDone(in(holder, "COMMIT"));
    assertThat(value(auto(other, "SELECT v FROM t WHERE id = 1"))).isEqualTo(1);
  }

  @Test
  void whoWaitsForARowForTooLongLosesItsTransaction() {
    SqlOutcome[] waits = waitForRow(2 * SECOND_US);
    keepBusy(3 * SECOND_US);
    assertFailed(waits[0], ErrorCode.STATEMENT_TIMED_OUT);
    assertNothingIsLeft();
  }

  @Test
  void whoIsCanceledWhileItWaitsForARowLosesItsTransaction() {
    SqlOutcome[] waits = waitForRow(10 * SECOND_US);
    keepBusy(SECOND_US);
    other.cancel();
    world.runFor(20_000);
    assertFailed(waits[0], ErrorCode.QUERY_CANCELED);
    assertNothingIsLeft();
  }

  /** The holder is given up by then, so the row is free before the time is over. */
  @Test
  void whoWaitsForOneThatIsIdleForTooLongGetsTheRow() {
    SqlOutcome[] waits = waitForRow(2 * SECOND_US);
    world.runFor(3 * SECOND_US);
    assertThat(count(waits[0])).isEqualTo(1);
    assertDone(in(other, "COMMIT"));
    assertFailed(in(holder, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    assertThat(value(auto(other, COUNT))).isEqualTo(1L);
  }

  @Test
  void aStatementCanceledInCompilationEndsItsTransactionToo() {
    assertThat(count(in(other, "INSERT INTO t VALUES (100, 0)"))).isEqualTo(1);
    String join = "SELECT a.v FROM t a JOIN t b ON a.id = b.v JOIN t c ON c.id = b.id + 1";
    SqlOutcome[] outcome = begin(other, 0, join);
    other.cancel();
    await(outcome);
    assertFailed(outcome[0], ErrorCode.QUERY_CANCELED);
    assertFailed(in(other, "INSERT INTO t VALUES (101, 0)"), ErrorCode.TRANSACTION_FAILED);
    assertDone(in(other, "ROLLBACK"));
    assertThat(value(auto(other, COUNT))).isEqualTo(0L);
  }

  @Test
  void aConnectionThatIsClosedWhileItWaitsLeavesNothing() {
    waitForRow(10 * SECOND_US);
    world.runFor(100_000);
    other.close();
    world.runFor(100_000);
    assertDone(in(holder, "COMMIT"));
    assertThat(count(auto(session(), RAISE))).isEqualTo(1);
    assertThat(value(auto(session(), "SELECT v FROM t WHERE id = 1"))).isEqualTo(2);
    assertThat(value(auto(session(), COUNT))).isEqualTo(0L);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Statement.SERIALIZABLE, Statement.READ_COMMITTED, Statement.READ_ONLY})
  void aTransactionMayBeginWithSavepoints(int flags) {
    assertDone(with(flags, other, "SAVEPOINT a"));
    assertDone(with(flags, other, "SAVEPOINT b"));
    assertDone(with(flags, other, "ROLLBACK TO a"));
    assertFailed(with(flags, other, "RELEASE b"), ErrorCode.UNKNOWN_SAVEPOINT);
    assertDone(with(flags, other, "SAVEPOINT c"));
    if (flags == Statement.READ_ONLY) {
      assertThat(rows(with(flags, other, COUNT))).hasSize(1);
    } else {
      assertThat(count(with(flags, other, "INSERT INTO t VALUES (100, 0)"))).isEqualTo(1);
    }
    assertDone(with(flags, other, "RELEASE c"));
    assertFailed(with(flags, other, "ROLLBACK TO c"), ErrorCode.UNKNOWN_SAVEPOINT);
    assertDone(with(flags, other, "ROLLBACK TO a"));
    assertThat(value(with(flags, other, COUNT))).isEqualTo(0L);
    assertDone(with(flags, other, "COMMIT"));
    assertThat(value(auto(session(), COUNT))).isEqualTo(0L);
  }

  @Test
  void savepointsAloneAreATransactionThatDoesNothing() {
    assertDone(in(other, "SAVEPOINT a"));
    assertDone(in(other, "RELEASE a"));
    assertDone(in(other, "COMMIT"));
    assertDone(in(other, "SAVEPOINT a"));
    assertDone(in(other, "ROLLBACK"));
    assertFailed(in(other, "ROLLBACK TO a"), ErrorCode.UNKNOWN_SAVEPOINT);
    assertDone(in(other, "ROLLBACK"));
  }

  @Test
  void savepointsThatWereSetFirstStandBeforeTheOthers() {
    assertDone(in(other, "SAVEPOINT a"));
    assertThat(count(in(other, "INSERT INTO t VALUES (100, 0)"))).isEqualTo(1);
    assertDone(in(other, "SAVEPOINT b"));
    assertThat(count(in(other, "INSERT INTO t VALUES (101, 0)"))).isEqualTo(1);
    assertDone(in(other, "ROLLBACK TO b"));
    assertThat(value(in(other, COUNT))).isEqualTo(1L);
    assertDone(in(other, "ROLLBACK TO a"));
    assertFailed(in(other, "ROLLBACK TO b"), ErrorCode.UNKNOWN_SAVEPOINT);
    assertThat(count(in(other, "INSERT INTO t VALUES (102, 0)"))).isEqualTo(1);
    assertDone(in(other, "COMMIT"));
    assertThat(rows(auto(other, "SELECT id FROM t WHERE id >= 100")))
        .isEqualTo(List.of(List.of(102L)));
  }

  @Test
  void comingBackToASavepointFreesTheRowsThatWereLockedSince() {
    assertThat(count(in(holder, "UPDATE t SET v = 5 WHERE id = 2"))).isEqualTo(1);
    assertDone(in(holder, "SAVEPOINT a"));
    assertThat(count(in(holder, "UPDATE t SET v = 6 WHERE id IN (1, 2)"))).isEqualTo(2);
    assertThat(rows(in(holder, "SELECT v FROM t WHERE id = 3 FOR UPDATE"))).hasSize(1);
    SqlOutcome[] waits = begin(other, Statement.AUTO_COMMIT, RAISE);
    world.runFor(50_000);
    assertThat(waits[0]).isNull();
    assertDone(in(holder, "ROLLBACK TO a"));
    world.runFor(50_000);
    assertThat(count(waits[0])).isEqualTo(1);
    assertThat(count(auto(other, "UPDATE t SET v = 7 WHERE id = 3"))).isEqualTo(1);
    SqlOutcome[] second =
        begin(other, Statement.AUTO_COMMIT, "UPDATE t SET v = v + 1 WHERE id = 2");
    world.runFor(50_000);
    assertThat(second[0]).as("it was locked before").isNull();
    assertDone(in(holder, "COMMIT"));
    assertThat(count(await(second))).isEqualTo(1);
    assertThat(rows(auto(other, "SELECT v FROM t ORDER BY id")))
        .isEqualTo(List.of(List.of(1), List.of(6), List.of(7)));
  }

  @Test
  void timeStandsStillWithinATransaction() {
    String times = "SELECT now(), statement_timestamp(), clock_timestamp()";
    List<?> first = (List<?>) rows(in(other, times)).get(0);
    world.runFor(300_000);
    List<?> second = (List<?>) rows(in(other, times)).get(0);
    assertThat(second.get(0)).isEqualTo(first.get(0));
    assertThat(second.get(1)).isNotEqualTo(first.get(1));
    assertThat(second.get(2)).isNotEqualTo(first.get(2));
    assertDone(in(other, "COMMIT"));
    world.runFor(300_000);
    assertThat(value(in(other, times))).isNotEqualTo(first.get(0));
    assertDone(in(other, "ROLLBACK"));
  }

  @Test
  void aTransactionSaysWhatItIsLikeBeforeItsFirstQuery() {
    assertDone(in(other, "SAVEPOINT a"));
    assertDone(in(other, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY"));
    assertDone(in(other, "ROLLBACK TO a"));
    assertFailed(in(other, RAISE), ErrorCode.READ_ONLY_TRANSACTION);
    assertThat(rows(in(other, COUNT))).hasSize(1);
    assertFailed(
        in(other, "SET TRANSACTION ISOLATION LEVEL READ COMMITTED"),
        ErrorCode.TRANSACTION_HAS_BEGUN);
    assertDone(in(other, "COMMIT"));
    assertThat(count(in(other, RAISE))).isEqualTo(1);
    assertDone(in(other, "SET TRANSACTION READ ONLY"));
    assertFailed(in(other, RAISE), ErrorCode.READ_ONLY_TRANSACTION);
    assertDone(in(other, "COMMIT"));
    assertThat(value(auto(other, "SELECT v FROM t WHERE id = 1"))).isEqualTo(1);
  }

  @Test
  void whoOnlyReadsDefinesNothingAndTakesNothingOfSequences() {
    assertDone(auto(other, "CREATE SEQUENCE s"));
    int flags = Statement.READ_ONLY | Statement.AUTO_COMMIT;
    for (String text :
        List.of(
            "CREATE TABLE n (id INT PRIMARY KEY)",
            "DROP TABLE t",
            "SELECT nextval('s')",
            "SELECT setval('s', 9)",
            "TRUNCATE TABLE t",
            RAISE)) {
      assertFailed(with(flags, other, text), ErrorCode.READ_ONLY_TRANSACTION);
      assertFailed(with(Statement.READ_ONLY, other, text), ErrorCode.READ_ONLY_TRANSACTION);
      assertDone(with(Statement.READ_ONLY, other, "ROLLBACK"));
    }
    assertThat(value(auto(other, "SELECT nextval('s')"))).isEqualTo(1L);
    assertThat(value(with(flags, other, "SELECT currval('s')"))).isEqualTo(1L);
  }
}
