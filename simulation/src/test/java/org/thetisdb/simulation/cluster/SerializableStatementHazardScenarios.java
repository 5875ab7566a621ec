package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Write skew between serializable statements by themselves at sites whose masters are fixed
 * (decision 0083), as scenarios that are told again without each rule.
 */
final class SerializableStatementHazardScenarios extends SqlFixture {
  private static final int SERIALIZABLE = Statement.SERIALIZABLE | Statement.AUTO_COMMIT;
  private static final String TAKE_IF_FREE =
      "UPDATE t SET n = 1 WHERE id = ? AND (SELECT n FROM t WHERE id = ?) = 0";
  private static final String TAKE_SHIFT_IF_FREE =
      "INSERT INTO shift SELECT id, 1 FROM t WHERE id = ?"
          + " AND NOT EXISTS (SELECT 1 FROM shift WHERE day = ?)";

  /** Rows of neighbours have different masters. */
  private static final int APART = 10;

  private static final int ROWS = 7;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  SerializableStatementHazardScenarios() {
    super(SchemeRegistry.PARTITION_STORE);
  }

  private void open() {
    startCluster();
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT)"));
    assertDone(
        auto(ann, "CREATE TABLE shift (day BIGINT, doctor BIGINT, PRIMARY KEY (day, doctor))"));
    for (long id = 0; id < ROWS * APART; id += APART) {
      assertDone(auto(ann, "INSERT INTO t VALUES (?, 0)", id));
    }
    world.runFor(50_000);
  }

  /** Both run at once; how many rows they wrote. */
  private long both(String sql, long one, long other) {
    SqlOutcome[] first = begin(ann, SERIALIZABLE, sql, one, other);
    SqlOutcome[] second = begin(bob, SERIALIZABLE, sql, other, one);
    return count(await(first)) + count(await(second));
  }

  void ofTwoWhoWriteWhatTheOtherOneReadsOneWrites() {
    open();
    for (int round = 0; round < 3; round++) {
      for (long there = APART; there < ROWS * APART; there += APART) {
        assertDone(auto(ann, "UPDATE t SET n = 0 WHERE id = 0"));
        assertDone(auto(ann, "UPDATE t SET n = 0 WHERE id = ?", there));
        assertThat(both(TAKE_IF_FREE, 0, there)).as("rows written").isEqualTo(1);
      }
    }
  }

  void ofTwoWhoTakeAShiftThatTheOtherOneSawFreeOneTakesIt() {
    open();
    for (int round = 0; round < 3; round++) {
      for (long day = APART; day < ROWS * APART; day += APART) {
        assertDone(auto(ann, "DELETE FROM shift WHERE day = 0"));
        assertDone(auto(ann, "DELETE FROM shift WHERE day = ?", day));
        assertThat(both(TAKE_SHIFT_IF_FREE, 0, day)).as("shifts taken").isEqualTo(1);
      }
    }
  }
}
