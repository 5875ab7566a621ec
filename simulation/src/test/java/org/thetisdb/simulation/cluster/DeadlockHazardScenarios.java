package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Cycles of transactions over several sites whose masters are fixed (decision 0078), as scenarios
 * that are told again without each rule. The statements are such as need no code from the planner.
 */
final class DeadlockHazardScenarios extends SqlFixture {
  private static final String CHANGE = "UPDATE t SET n = ? WHERE id = ?";

  /** Long before one that waits in vain is sent back. */
  private static final long SOON_US = 90_000;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  DeadlockHazardScenarios() {
    super(SchemeRegistry.PARTITION_STORE);
  }

  /** Rows of neighbours have different masters. */
  private void open() {
    startCluster();
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)"));
    assertDone(auto(ann, "INSERT INTO t VALUES (0, 0)"));
    assertDone(auto(ann, "INSERT INTO t VALUES (10, 0)"));
  }

  /**
   * A call has prepared one row at its master, and waits at the other one's for what a transaction
   * has locked there, whose COMMIT needs the first row. With the rows changed in the other order
   * nobody waits in a cycle.
   */
  void aCallGivesWayToACommit() {
    open();
    commitBeside(0, 10);
    commitBeside(10, 0);
  }

  private void commitBeside(long first, long second) {
    assertDone(in(ann, CHANGE, 1L, first));
    assertDone(in(ann, CHANGE, 1L, second));
    SqlOutcome[] both = new SqlOutcome[1];
    send(
        bob,
        Statement.AUTO_COMMIT | Statement.BATCH,
        CHANGE,
        outcome -> both[0] = outcome,
        new Object[] {2L, first},
        new Object[] {2L, second});
    world.runFor(10_000);
    SqlOutcome[] commit = begin(ann, 0, "COMMIT");
    world.runFor(SOON_US);
    assertThat(commit[0]).as("the COMMIT has ended").isNotNull();
    assertDone(commit[0]);
    assertThat(both[0]).as("the call has run behind it").isNotNull();
    assertDone(both[0]);
    assertThat(value(auto(ann, "SELECT n FROM t WHERE id = ?", first))).isEqualTo(2L);
    assertThat(value(auto(ann, "SELECT n FROM t WHERE id = ?", second))).isEqualTo(2L);
  }
}
