package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Scenarios of serializable transactions that have read rows of several masters, which are fixed
 * (decision 0080).
 */
final class PreparedReadsScenariosTest extends FixedMastersFixture {
  private static final int SERIALIZABLE = Statement.SERIALIZABLE;
  private static final String SEE = "SELECT n FROM t WHERE id = ?";
  private static final String CHANGE = "UPDATE t SET n = n + ? WHERE id = ?";
  private static final String COUNT = "SELECT COUNT(*) FROM shift WHERE day = ?";
  private static final String TAKE = "INSERT INTO shift VALUES (?, ?)";

  PreparedReadsScenariosTest() {
    super(SchemeRegistry.PARTITION_STORE);
  }

  private SqlOutcome ann(String sql, Object... arguments) {
    return with(SERIALIZABLE, ann, sql, arguments);
  }

  private SqlOutcome bob(String sql, Object... arguments) {
    return with(SERIALIZABLE, bob, sql, arguments);
  }

  private long seen(SqlSessionCore session, long id) {
    return (Long) value(with(SERIALIZABLE, session, SEE, id));
  }

  /** Both commit at the same moment; how many have committed. */
  private int bothCommit() {
    SqlOutcome[] first = begin(ann, SERIALIZABLE, "COMMIT");
    SqlOutcome[] second = begin(bob, SERIALIZABLE, "COMMIT");
    world.runFor(90_000);
    int committed = 0;
    for (SqlOutcome[] each : List.<SqlOutcome[]>of(first, second)) {
      assertThat(each[0]).as("it has ended soon").isNotNull();
      if (each[0].end().isCommitted()) {
        committed++;
      } else {
        assertFailed(each[0], ErrorCode.SERIALIZATION_FAILURE);
      }
    }
    return committed;
  }

  @Test
  void whatAllMastersHaveIsReadAndWrittenAndNothingMoves() {
    for (long id = 0; id < ROWS * APART; id += 2 * APART) {
      assertThat(seen(ann, id)).isZero();
      assertThat(value(ann(COUNT, id))).isEqualTo(0L);
      assertThat(count(ann(CHANGE, 1L, id + APART))).isEqualTo(1);
    }
    assertDone(ann("COMMIT"));
    assertThat(valueOf(APART)).isEqualTo(1);
    assertThat(releases()).as("releases of mastership").isZero();
  }

  @Test
  void ofTwoWhoReadWhatTheOtherOneWritesOneCommits() {
    for (long there = APART; there < ROWS * APART; there += APART) {
      assertThat(seen(ann, 0) + seen(ann, there)).isEqualTo(seen(bob, there) + seen(bob, 0));
      assertThat(count(ann(CHANGE, 1L, 0L))).isEqualTo(1);
      assertThat(count(bob(CHANGE, 1L, there))).isEqualTo(1);
      assertThat(bothCommit()).as("with row %d", there).isEqualTo(1);
    }
    assertThat(releases()).isZero();
  }

  /** Each writes what the other one's site masters. */
  @Test
  void ofTwoWhoWriteAtEachOthersSiteOneCommits() {
    for (long there = APART; there < ROWS * APART; there += APART) {
      assertThat(seen(ann, 0) + seen(ann, there)).isEqualTo(seen(bob, there) + seen(bob, 0));
      assertThat(count(ann(CHANGE, 1L, there))).isEqualTo(1);
      assertThat(count(bob(CHANGE, 1L, 0L))).isEqualTo(1);
      assertThat(bothCommit()).as("with row %d", there).isEqualTo(1);
    }
    assertThat(releases()).isZero();
  }

  @Test
  void ofTwoWhoTakeAShiftThatTheOtherOneSawFreeOneCommits() {
    for (long day = APART; day < ROWS * APART; day += APART) {
      long free = day - APART;
      assertThat(value(ann(COUNT, free))).isEqualTo(value(bob(COUNT, free)));
      assertThat(value(ann(COUNT, day))).isEqualTo(value(bob(COUNT, day)));
      assertDone(ann(TAKE, free, day));
      assertDone(bob(TAKE, day, day));
      assertThat(bothCommit()).as("with day %d", day).isEqualTo(1);
    }
    assertThat(releases()).isZero();
  }

  @Test
  void whoCommitsSecondIsToldThatItHasReadWhatIsNoMore() {
    assertThat(seen(ann, 0) + seen(ann, APART)).isZero();
    assertThat(seen(bob, APART) + seen(bob, 0)).isZero();
    assertDone(ann(CHANGE, 1L, 0L));
    assertDone(bob(CHANGE, 1L, (long) APART));
    assertDone(ann("COMMIT"));
    assertFailed(bob("COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void aRowThatWasNotThereStaysAway() {
    for (long absent = 1_000; absent < 1_000 + ROWS * APART; absent += APART) {
      assertThat(rows(ann(SEE, absent))).isEmpty();
      assertDone(auto(bob, "INSERT INTO t VALUES (?, 0, 0)", absent));
      assertDone(ann(CHANGE, 1L, 0L));
      assertFailed(ann("COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    }
    assertThat(valueOf(0)).isZero();
  }

  @Test
  void columnsThatNobodyLookedAtMayChangeAtOtherMasters() {
    for (long there = 0; there < ROWS * APART; there += APART) {
      assertThat(seen(ann, there)).isZero();
      assertDone(auto(bob, "UPDATE t SET m = m + 1 WHERE id = ?", there));
    }
    assertDone(ann(TAKE, 1L, 1L));
    assertDone(ann("COMMIT"));
    assertThat(releases()).isZero();
  }

  @Test
  void whoOnlyReadsIsNeverRefused() {
    assertThat(seen(bob, 0) + seen(bob, APART)).isZero();
    assertDone(auto(ann, CHANGE, 1L, 0L));
    assertDone(auto(ann, CHANGE, 1L, (long) APART));
    assertThat(seen(bob, 0) + seen(bob, APART)).isZero();
    assertDone(bob("COMMIT"));
  }

  @Test
  void whoReadsWithoutBoundsAndWritesIsToldSoAndHoldsNothing() {
    value(bob("SELECT COUNT(*) FROM t"));
    assertDone(bob(CHANGE, 1L, 0L));
    assertFailed(bob("COMMIT"), ErrorCode.READS_TOO_LARGE);
    assertDone(auto(ann, CHANGE, 1L, 0L));
  }

  /** Who has read a row that another one has locked waits until it is known what becomes of it. */
  @Test
  void whoHasReadWhatAnotherOneHoldsCommitsBehindIt() {
    assertThat(seen(bob, APART)).isZero();
    assertDone(bob(CHANGE, 1L, (long) APART));
    assertThat(seen(ann, APART)).isZero();
    assertDone(ann(CHANGE, 1L, 0L));
    SqlOutcome[] commit = begin(ann, SERIALIZABLE, "COMMIT");
    world.runFor(20_000);
    assertDone(bob("ROLLBACK"));
    assertDone(await(commit));
  }

  @Override
  SqlOutcome[] beginToRaise(long there) {
    SqlSessionCore session = session();
    assertThat(seen(session, there) + seen(session, there + APART)).isZero();
    assertDone(with(SERIALIZABLE, session, CHANGE, 1L, 0L));
    return begin(session, SERIALIZABLE, "COMMIT");
  }
}
