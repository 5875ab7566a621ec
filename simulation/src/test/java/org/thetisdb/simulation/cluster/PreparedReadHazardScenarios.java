package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Write skew between serializable transactions at two sites whose masters are fixed (decision
 * 0080), as scenarios that are told again without each rule. The statements are such as need no
 * code from the planner.
 */
final class PreparedReadHazardScenarios extends SqlFixture {
  private static final int SERIALIZABLE = Statement.SERIALIZABLE;
  private static final String SEE = "SELECT n FROM t WHERE id = ?";
  private static final String CHANGE = "UPDATE t SET n = ? WHERE id = ?";
  private static final String LOOK = "SELECT doctor FROM shift WHERE day = ?";
  private static final String TAKE = "INSERT INTO shift VALUES (?, ?)";

  /** Long before one that waits in vain is sent back. */
  private static final long SOON_US = 90_000;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  PreparedReadHazardScenarios() {
    super(SchemeRegistry.PARTITION_STORE);
  }

  /** Rows of neighbours have different masters. */
  private void open() {
    startCluster();
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)"));
    assertDone(
        auto(ann, "CREATE TABLE shift (day BIGINT, doctor BIGINT, PRIMARY KEY (day, doctor))"));
    assertDone(auto(ann, "INSERT INTO t VALUES (0, 0)"));
    assertDone(auto(ann, "INSERT INTO t VALUES (10, 0)"));
    world.runFor(50_000);
  }

  private SqlOutcome with(SqlSessionCore session, String sql, Object... arguments) {
    return with(SERIALIZABLE, session, sql, arguments);
  }

  /** Each runs where the row is mastered that it looks at first. */
  private void bothLook(String sql) {
    assertDone(with(ann, sql, 0L));
    assertDone(with(ann, sql, 10L));
    assertDone(with(bob, sql, 10L));
    assertDone(with(bob, sql, 0L));
  }

  void twoReadRowsAndEachChangesOneAtItsSite() {
    open();
    bothLook(SEE);
    assertDone(with(ann, CHANGE, 1L, 0L));
    assertDone(with(bob, CHANGE, 1L, 10L));
    assertOneCommits();
  }

  void twoReadRowsAndEachChangesOneAtTheOthersSite() {
    open();
    bothLook(SEE);
    assertDone(with(ann, CHANGE, 1L, 10L));
    assertDone(with(bob, CHANGE, 1L, 0L));
    assertOneCommits();
  }

  void twoSeeFreeDaysAndEachTakesOneAtItsSite() {
    open();
    bothLook(LOOK);
    assertDone(with(ann, TAKE, 0L, 1L));
    assertDone(with(bob, TAKE, 10L, 2L));
    assertOneCommits();
  }

  /**
   * A COMMIT waits at one site for a row that it has read, and has prepared at another one what it
   * has read there. Whichever sites these are, nobody writes that row, or a row of that day.
   */
  void nobodyWritesWhatWasReadUntilItIsDecided() {
    open();
    int kept = 0;
    for (long locked = 20; locked < 80; locked += 10) {
      assertDone(auto(ann, "INSERT INTO t VALUES (?, 0)", locked));
      kept += writeBehindAReaderOf(locked) ? 1 : 0;
    }
    assertThat(kept).as("COMMITs that kept others from a range that they read").isPositive();
  }

  /**
   * Whether the reader waits, and nobody writes in the range. If he does not wait, the row is one
   * of his own site. If somebody writes there, he waits at the site of the range, and has prepared
   * nothing there yet.
   */
  private boolean writeBehindAReaderOf(long locked) {
    for (long read : new long[] {0, 10, locked}) {
      assertDone(with(ann, SEE, read));
    }
    assertDone(with(ann, LOOK, 10L));
    assertDone(with(ann, CHANGE, locked, 0L));
    assertDone(in(bob, CHANGE, locked, locked));
    SqlOutcome[] commit = begin(ann, SERIALIZABLE, "COMMIT");
    world.runFor(10_000);
    boolean waits = commit[0] == null;
    SqlOutcome[] row = begin(session(), Statement.AUTO_COMMIT, CHANGE, locked, 10L);
    SqlOutcome[] inRange = begin(session(), Statement.AUTO_COMMIT, TAKE, 10L, locked);
    world.runFor(10_000);
    if (waits) {
      assertThat(row[0]).as("a row that was read is not written").isNull();
    }
    boolean keeps = waits && inRange[0] == null;
    assertDone(in(bob, "ROLLBACK"));
    assertThat(await(commit).end().isCommitted()).isEqualTo(keeps || !waits);
    assertDone(await(row));
    assertDone(await(inRange));
    return keeps;
  }

  private void assertOneCommits() {
    SqlOutcome[] first = begin(ann, SERIALIZABLE, "COMMIT");
    SqlOutcome[] second = begin(bob, SERIALIZABLE, "COMMIT");
    world.runFor(SOON_US);
    int committed = 0;
    for (SqlOutcome[] each : List.<SqlOutcome[]>of(first, second)) {
      assertThat(each[0]).as("it has ended soon").isNotNull();
      committed += each[0].end().isCommitted() ? 1 : 0;
    }
    assertThat(committed).as("one of them commits").isEqualTo(1);
  }
}
