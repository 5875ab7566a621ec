package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.simulation.workload.BankWorkload;

/**
 * Nobody else works here, and no timer fires in any process: each step of a client ends all the
 * same, within what links and logs take. Rows 1, 501 and 1001 begin with masters at other sites.
 */
final class EngineOnlyStepsTest extends SqlFixture {
  private static final int REPEATABLE_READ = 0;
  private static final int READ_COMMITTED = Statement.READ_COMMITTED;
  private static final int SERIALIZABLE = Statement.SERIALIZABLE;

  private static final String RAISE = "UPDATE t SET v = v + 1 WHERE id = ?";
  private static final String READ = "SELECT v FROM t WHERE id = ?";

  /**
   * The slowest message of the fixture, and the longest that its log takes to append or to read.
   */
  private static final long HOP_US = 160;

  private static final long LOG_US = 800;

  /** A plain step: to the router, to a site, to its log, and back. */
  private static final long STEP_US = 5 * HOP_US + LOG_US;

  /** A release is asked for, logged, answered; then another site reads it in the log. */
  private static final long MOVE_US = 2 * HOP_US + LOG_US + 4 * LOG_US;

  /** A cut is asked for and comes; the logs are read as far as it needs. */
  private static final long CUT_US = 2 * HOP_US + 4 * LOG_US;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  @Override
  List<Procedure> procedures() {
    return new BankWorkload(2).procedures();
  }

  @BeforeEach
  void makeRows() {
    upload();
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)"));
    assertDone(auto(ann, "CREATE SEQUENCE numbers"));
    for (long id : new long[] {1, 2, 501, 1001}) {
      assertDone(auto(ann, "INSERT INTO t VALUES (?, 0)", id));
      assertDone(auto(ann, "CALL OpenAccount(?, 100)", id));
    }
    world.runFor(1_000_000);
    holdTimers();
    world.runFor(1_000_000);
  }

  private void soon(long boundUs, SqlSessionCore session, int flags, String sql, Object... args) {
    assertDone(outcomeSoon(boundUs, session, flags, sql, args));
  }

  private SqlOutcome outcomeSoon(
      long boundUs, SqlSessionCore session, int flags, String sql, Object... arguments) {
    SqlOutcome[] outcome = begin(session, flags, sql, arguments);
    world.runFor(boundUs);
    assertThat(outcome[0]).as("%s ended within %d us", sql, boundUs).isNotNull();
    return outcome[0];
  }

  @ParameterizedTest
  @ValueSource(ints = {REPEATABLE_READ, READ_COMMITTED, SERIALIZABLE})
  void aTransactionIsBegunRunAndCommittedWithoutATimer(int level) {
    for (int round = 0; round < 3; round++) {
      soon(STEP_US + CUT_US, ann, level, RAISE, 1L);
      soon(STEP_US, ann, level, READ, 1L);
      soon(STEP_US, ann, level, RAISE, 2L);
      soon(STEP_US, ann, level, "SAVEPOINT here");
      soon(STEP_US, ann, level, "ROLLBACK TO here");
      soon(STEP_US, ann, level, "COMMIT");
    }
    soon(STEP_US + CUT_US, ann, level, RAISE, 1L);
    soon(STEP_US, ann, level, "ROLLBACK");
    soon(STEP_US + CUT_US, ann, level, READ, 501L);
    soon(STEP_US, ann, level, "COMMIT");
  }

  @ParameterizedTest
  @ValueSource(ints = {REPEATABLE_READ, READ_COMMITTED, SERIALIZABLE})
  void aTransactionGathersRowsOfSeveralSitesWithoutATimer(int level) {
    soon(STEP_US + CUT_US, ann, level, RAISE, 1L);
    soon(STEP_US + MOVE_US + CUT_US, ann, level, RAISE, 501L);
    soon(STEP_US + CUT_US, ann, level, READ, 1001L);
    soon(STEP_US + MOVE_US, ann, level, "COMMIT");
    soon(STEP_US + CUT_US, ann, level, RAISE, 1001L);
    soon(STEP_US + MOVE_US + CUT_US, ann, level, RAISE, 1L);
    soon(STEP_US, ann, level, "COMMIT");
  }

  @ParameterizedTest
  @ValueSource(ints = {REPEATABLE_READ, READ_COMMITTED, SERIALIZABLE})
  void aStatementByItselfEndsWithoutATimer(int level) {
    int alone = Statement.AUTO_COMMIT | level;
    for (int round = 0; round < 3; round++) {
      soon(STEP_US, ann, alone, RAISE, 1L);
      soon(STEP_US, ann, alone, READ, 1L);
      soon(STEP_US + MOVE_US, ann, alone, "UPDATE t SET v = v + 1 WHERE id IN (2, 501)");
      soon(STEP_US + MOVE_US, bob, alone, "UPDATE t SET v = v + 1 WHERE id IN (2, 1001)");
      soon(STEP_US + CUT_US, bob, Statement.AUTO_COMMIT, "SELECT SUM(v) FROM t");
    }
  }

  @Test
  void aProcedureEndsWithoutATimerWithAPlanOrWithoutOne() {
    int alone = Statement.AUTO_COMMIT;
    for (int round = 0; round < 3; round++) {
      soon(STEP_US + MOVE_US, ann, alone, "CALL Transfer(1, 501, 1)");
      soon(2 * STEP_US + MOVE_US + CUT_US, ann, alone, "CALL TransferByName(501, 1001, 1)");
      soon(STEP_US + CUT_US, ann, alone, "CALL Audit(4)");
      soon(STEP_US + MOVE_US + CUT_US, bob, 0, "CALL Transfer(1001, 1, 1)");
      soon(STEP_US, bob, 0, "COMMIT");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {REPEATABLE_READ, READ_COMMITTED, SERIALIZABLE})
  void whoWaitsForARowGoesOnWhenItIsFree(int level) {
    soon(STEP_US + CUT_US, ann, level, RAISE, 1L);
    SqlOutcome[] alone = begin(bob, Statement.AUTO_COMMIT, RAISE, 1L);
    SqlOutcome[] queued = begin(session(), READ_COMMITTED, RAISE, 1L);
    world.runFor(STEP_US);
    assertThat(alone[0]).isNull();
    soon(STEP_US, ann, level, "COMMIT");
    world.runFor(2 * STEP_US);
    assertDone(alone[0]);
    assertDone(queued[0]);
  }

  @Test
  void whoWaitsForATransactionToLetAPartitionGoGetsItWhenItEnds() {
    soon(STEP_US + CUT_US, ann, 0, RAISE, 1L);
    SqlOutcome[] gathers =
        begin(bob, Statement.AUTO_COMMIT, "UPDATE t SET v = v + 1 WHERE id IN (1, 501, 502)");
    world.runFor(MOVE_US);
    soon(STEP_US, ann, 0, "COMMIT");
    world.runFor(STEP_US + MOVE_US);
    assertDone(gathers[0]);
  }

  @Test
  void aDefinitionEndsWithoutATimer() {
    int alone = Statement.AUTO_COMMIT;
    soon(3 * STEP_US, ann, alone, "CREATE TABLE u (id BIGINT PRIMARY KEY, v INT)");
    soon(STEP_US + MOVE_US, ann, alone, "INSERT INTO u VALUES (1, NEXT VALUE FOR numbers)");
    soon(3 * STEP_US + CUT_US, ann, alone, "ALTER TABLE u ADD COLUMN w INT");
    soon(3 * STEP_US, ann, alone, "DROP TABLE u");
  }
}
