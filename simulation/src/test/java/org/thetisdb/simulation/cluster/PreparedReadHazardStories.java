package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.thetisdb.client.SqlOutcome;
import org.thetisdb.client.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Write skew between serializable transactions at two sites whose masters are fixed (decision
 * 0080), as stories that are told again without each rule. The statements are such as need no code
 * from the planner.
 */
final class PreparedReadHazardStories extends SqlStage {
  private static final int SERIALIZABLE = Statement.SERIALIZABLE;
  private static final String SEE = "SELECT n FROM t WHERE id = ?";
  private static final String CHANGE = "UPDATE t SET n = ? WHERE id = ?";
  private static final String LOOK = "SELECT doctor FROM shift WHERE day = ?";
  private static final String TAKE = "INSERT INTO shift VALUES (?, ?)";

  /** Long before one that waits in vain is sent back. */
  private static final long SOON_US = 90_000;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  PreparedReadHazardStories() {
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
