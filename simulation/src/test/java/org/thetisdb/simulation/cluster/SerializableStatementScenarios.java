package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Scenarios of statements by themselves that ask to be serializable and meet rows of several
 * masters, which are fixed (decision 0083). They are told under each scheme of that kind.
 */
abstract class SerializableStatementScenarios extends FixedMastersFixture {
  private static final int SERIALIZABLE = Statement.SERIALIZABLE | Statement.AUTO_COMMIT;

  /** Takes what no row has whose key is given. */
  private static final String TAKE_IF_FREE =
      "UPDATE t SET n = 1 WHERE id = ? AND (SELECT n FROM t WHERE id = ?) = 0";

  private static final String TAKE_SHIFT_IF_FREE =
      "INSERT INTO shift SELECT id, ? FROM t WHERE id = ?"
          + " AND NOT EXISTS (SELECT 1 FROM shift WHERE day = ?)";

  private static final String RAISE_ABOVE =
      "UPDATE t SET n = n + 1 WHERE id = ? AND (SELECT SUM(n) FROM t WHERE id IN (?, ?)) >= 0";

  SerializableStatementScenarios(SchemeSpec scheme) {
    super(scheme);
  }

  private SqlOutcome[] begin(SqlSessionCore session, String sql, Object... arguments) {
    return begin(session, SERIALIZABLE, sql, arguments);
  }

  @Test
  void whatAllMastersHaveIsReadAndNothingMoves() {
    for (long id = 0; id < (ROWS - 2) * APART; id += APART) {
      assertThat(count(with(SERIALIZABLE, ann, RAISE_ABOVE, id, id + APART, id + 2 * APART)))
          .isEqualTo(1);
      assertThat(valueOf(id)).isEqualTo(1);
    }
    assertThat(releases()).as("releases of mastership").isZero();
  }

  /** As if one had run behind the other: the second one finds that it may not. */
  @Test
  void ofTwoThatWriteWhatTheOtherReadsOneWritesNoneIsRefused() {
    for (long there = APART; there < ROWS * APART; there += APART) {
      assertDone(auto(ann, "UPDATE t SET n = 0 WHERE id = 0"));
      SqlOutcome[] first = begin(ann, TAKE_IF_FREE, 0L, there);
      SqlOutcome[] second = begin(bob, TAKE_IF_FREE, there, 0L);
      long written = count(await(first)) + count(await(second));
      assertThat(written).as("rows written, with row %d", there).isEqualTo(1);
    }
    assertThat(releases()).isZero();
  }

  @Test
  void ofTwoWhoTakeAShiftThatTheOtherOneSawFreeOneTakesIt() {
    for (long day = APART; day < ROWS * APART; day += APART) {
      long other = day + 1_000;
      assertDone(auto(ann, "INSERT INTO t VALUES (?, 0)", other));
      SqlOutcome[] first = begin(ann, TAKE_SHIFT_IF_FREE, 1L, day, other);
      SqlOutcome[] second = begin(bob, TAKE_SHIFT_IF_FREE, 2L, other, day);
      long written = count(await(first)) + count(await(second));
      assertThat(written).as("shifts taken, with day %d", day).isEqualTo(1);
    }
    assertThat(releases()).isZero();
  }

  @Test
  void manyWhoWriteWhatOthersReadAllComeThrough() {
    List<SqlOutcome[]> all = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (long id = 0; id < ROWS * APART; id += APART) {
        long next = (id + APART) % (ROWS * APART);
        long last = (id + (ROWS - 1) * APART) % (ROWS * APART);
        all.add(begin(session(), RAISE_ABOVE, id, next, last));
      }
    }
    for (SqlOutcome[] each : all) {
      assertThat(count(await(each))).isEqualTo(1);
    }
    for (long id = 0; id < ROWS * APART; id += APART) {
      assertThat(valueOf(id)).isEqualTo(3);
    }
    assertThat(releases()).isZero();
  }

  /** Rivals that ask for less, and whose locks it has to wait for. */
  @Test
  void whoReadsWhatAnInteractiveTransactionHasLockedWaitsForIt() {
    assertDone(in(bob, "UPDATE t SET n = 5 WHERE id = ?", (long) APART));
    SqlOutcome[] statement = begin(ann, RAISE_ABOVE, 0L, (long) APART, 2L * APART);
    world.runFor(20_000);
    assertDone(in(bob, "COMMIT"));
    assertThat(count(await(statement))).isEqualTo(1);
  }

  @Test
  void whatFailsForGoodIsToldOnce() {
    assertFailed(
        with(SERIALIZABLE, ann, "INSERT INTO t SELECT id, 0, 0 FROM t WHERE id IN (0, 10)"),
        ErrorCode.UNIQUE_VIOLATION);
    assertThat(count(with(SERIALIZABLE, bob, RAISE_ABOVE, 0L, 10L, 20L))).isEqualTo(1);
  }

  @Override
  SqlOutcome[] beginToRaise(long there) {
    return begin(session(), RAISE_ABOVE, 0L, there, there + APART);
  }
}
