package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * What row locks keep apart (decision 0058), as scenarios that are told again without each rule.
 * The statements are such as need no code from the planner: that would be compiled against other
 * classes than a mutant's.
 */
final class LockHazardScenarios extends SqlFixture {
  private static final int AUTO = Statement.AUTO_COMMIT;
  private static final long NO_TIME_US = 100_000;
  private static final String READ = "SELECT n FROM t WHERE id = ? ";
  private static final String CHANGE = "UPDATE t SET n = ? WHERE id = ?";

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  private void open() {
    startCluster();
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT, code BIGINT UNIQUE)"));
    assertDone(auto(ann, "INSERT INTO t VALUES (1, 0, 1)"));
    assertDone(in(ann, "UPDATE t SET code = ? WHERE id = ?", 2L, 1L));
    assertDone(in(ann, "UPDATE t SET code = ? WHERE id = ?", 1L, 1L));
    assertDone(in(ann, "COMMIT"));
  }

  private void assertWaits(SqlOutcome[] outcome) {
    world.runFor(NO_TIME_US);
    assertThat(outcome[0]).as("it waits").isNull();
  }

  void aRowThatIsSharedDoesNotChange() {
    open();
    assertThat(value(in(ann, READ + "FOR SHARE", 1L))).isEqualTo(0L);
    assertThat(value(in(bob, READ + "FOR SHARE", 1L))).isEqualTo(0L);
    assertDone(in(bob, "COMMIT"));
    SqlOutcome[] change = begin(bob, AUTO, CHANGE, 7L, 1L);
    assertWaits(change);
    assertThat(value(in(ann, READ, 1L))).isEqualTo(0L);
    assertDone(in(ann, "COMMIT"));
    assertThat(count(await(change))).isEqualTo(1);
  }

  void aKeyThatIsSharedDoesNotChangeAndTheRestMay() {
    open();
    assertThat(value(in(ann, READ + "FOR KEY SHARE", 1L))).isEqualTo(0L);
    assertThat(count(auto(bob, CHANGE, 5L, 1L))).isEqualTo(1);
    SqlOutcome[] change = begin(bob, AUTO, "UPDATE t SET code = ? WHERE id = ?", 9L, 1L);
    SqlOutcome[] deletes = begin(session(), AUTO, "DELETE FROM t WHERE id = ?", 1L);
    assertWaits(change);
    assertWaits(deletes);
    assertDone(in(ann, "COMMIT"));
    assertDone(await(change));
    assertDone(await(deletes));
    assertThat(rows(auto(ann, READ, 1L))).isEmpty();
  }

  void aWriterIsNotPassedByReaders() {
    open();
    assertThat(value(in(ann, READ + "FOR SHARE", 1L))).isEqualTo(0L);
    SqlOutcome[] change = begin(bob, AUTO, CHANGE, 7L, 1L);
    assertWaits(change);
    SqlSessionCore late = session();
    SqlOutcome[] reads = begin(late, 0, READ + "FOR SHARE", 1L);
    assertWaits(reads);
    assertDone(in(ann, "COMMIT"));
    assertThat(count(await(change))).isEqualTo(1);
    assertThat(value(await(reads))).isEqualTo(7L);
  }

  void twoReadersWhoWantToWriteDoNotWaitForEachOtherForLong() {
    open();
    assertThat(value(in(ann, READ + "FOR SHARE", 1L))).isEqualTo(0L);
    assertThat(value(in(bob, READ + "FOR SHARE", 1L))).isEqualTo(0L);
    SqlOutcome[] younger = begin(bob, 0, CHANGE, 7L, 1L);
    assertWaits(younger);
    SqlOutcome[] older = begin(ann, 0, CHANGE, 8L, 1L);
    world.runFor(NO_TIME_US);
    assertThat(older[0]).as("the older one goes on").isNotNull();
    assertThat(count(older[0])).isEqualTo(1);
    assertFailed(await(younger), ErrorCode.SERIALIZATION_FAILURE);
  }

  /** What Bob would lock is Ann's, and so is what he writes beside it. */
  void whoSkipsLockedRowsWaitsForWhatItWritesBesideThem() {
    open();
    assertDone(auto(ann, "INSERT INTO t VALUES (2, 0, 2)"));
    assertThat(value(in(ann, READ + "FOR UPDATE", 1L))).isEqualTo(0L);
    assertThat(count(in(ann, CHANGE, 10L, 2L))).isEqualTo(1);
    String take = "WITH job AS (SELECT n FROM t WHERE id = ? FOR UPDATE SKIP LOCKED) " + CHANGE;
    SqlOutcome[] taken = begin(bob, AUTO, take, 1L, 11L, 2L);
    assertWaits(taken);
    assertDone(in(ann, "COMMIT"));
    assertThat(count(await(taken))).isEqualTo(1);
    assertThat(value(auto(ann, READ, 2L))).isEqualTo(11L);
  }
}
