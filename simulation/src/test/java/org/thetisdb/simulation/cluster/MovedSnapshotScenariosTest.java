package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Scenarios of a transaction that comes to write a row which was changed since it began: it goes on
 * as if it had begun later, where all that it has read is as it was (decision 0017).
 */
final class MovedSnapshotScenariosTest extends SqlFixture {
  private static final int REPEATABLE_READ = 0;
  private static final int SERIALIZABLE = Statement.SERIALIZABLE;
  private static final String READ = "SELECT a FROM t WHERE id = ?";
  private static final String RAISE = "UPDATE t SET a = a + 1 WHERE id = ?";
  private static final String RAISE_OTHER_COLUMN = "UPDATE t SET b = b + 1 WHERE id = ?";

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  @BeforeEach
  void makeRows() {
    ann = session();
    bob = session();
    assertDone(auto(bob, "CREATE TABLE t (id BIGINT PRIMARY KEY, a INT, b INT)"));
    assertDone(auto(bob, "INSERT INTO t VALUES (1, 0, 0), (2, 0, 0), (3, 0, 0), (501, 0, 0)"));
    world.runFor(50_000);
  }

  private SqlOutcome ann(int level, String sql, Object... arguments) {
    return with(level, ann, sql, arguments);
  }

  private void bobDoes(String sql, Object... arguments) {
    assertThat(count(auto(bob, sql, arguments))).isEqualTo(1);
    world.runFor(50_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {REPEATABLE_READ, SERIALIZABLE})
  void whoHasReadOtherRowsOnlyIsNotRolledBack(int level) {
    assertThat(value(ann(level, READ, 1L))).isEqualTo(0);
    bobDoes(RAISE, 2L);
    bobDoes(RAISE, 3L);
    assertThat(count(ann(level, RAISE, 2L))).isEqualTo(1);
    assertThat(value(ann(level, READ, 2L))).isEqualTo(2);
    assertThat(value(ann(level, READ, 3L))).as("seen from later on").isEqualTo(1);
    assertThat(value(ann(level, READ, 1L))).isEqualTo(0);
    assertDone(ann(level, "COMMIT"));
    assertThat(value(auto(ann, READ, 2L))).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {REPEATABLE_READ, SERIALIZABLE})
  void whoHasReadTheRowItselfIsRolledBackSoThatNoUpdateIsLost(int level) {
    assertThat(value(ann(level, READ, 2L))).isEqualTo(0);
    bobDoes(RAISE, 2L);
    assertFailed(ann(level, RAISE, 2L), ErrorCode.SERIALIZATION_FAILURE);
  }

  @ParameterizedTest
  @ValueSource(ints = {REPEATABLE_READ, SERIALIZABLE})
  void whoHasReadAnotherRowThatWasChangedTooIsRolledBack(int level) {
    assertThat(value(ann(level, READ, 501L))).isEqualTo(0);
    bobDoes(RAISE, 2L);
    bobDoes(RAISE, 501L);
    assertFailed(ann(level, RAISE, 2L), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void whoFoundNoRowWhereOneIsNowIsRolledBack() {
    assertThat(rows(ann(REPEATABLE_READ, READ, 77L))).isEmpty();
    bobDoes("INSERT INTO t VALUES (77, 0, 0)");
    bobDoes(RAISE, 2L);
    assertFailed(ann(REPEATABLE_READ, RAISE, 2L), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void whoFoundARowThatIsGoneIsRolledBack() {
    assertThat(value(ann(REPEATABLE_READ, READ, 3L))).isEqualTo(0);
    bobDoes("DELETE FROM t WHERE id = 3");
    bobDoes(RAISE, 2L);
    assertFailed(ann(REPEATABLE_READ, RAISE, 2L), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void whoHasReadARangeThatGrewIsRolledBack() {
    String countAll = "SELECT COUNT(*) FROM t WHERE id BETWEEN 1 AND 80";
    assertThat(value(ann(REPEATABLE_READ, countAll))).isEqualTo(3L);
    bobDoes("INSERT INTO t VALUES (77, 0, 0)");
    bobDoes(RAISE, 501L);
    assertFailed(ann(REPEATABLE_READ, RAISE, 501L), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void aStatementThatHasToFindItsRowsFindsThemAgain() {
    assertThat(value(ann(REPEATABLE_READ, READ, 501L))).isEqualTo(0);
    bobDoes(RAISE, 2L);
    String raiseSome = "UPDATE t SET a = a + 1 WHERE id < 3 AND b = 0";
    assertThat(count(ann(REPEATABLE_READ, raiseSome))).isEqualTo(2);
    assertDone(ann(REPEATABLE_READ, "COMMIT"));
    assertThat(value(auto(ann, READ, 2L))).isEqualTo(2);
  }

  @Test
  void aSerializableCommitAsksOnlyForColumnsLookedAt() {
    assertThat(value(ann(SERIALIZABLE, READ, 1L))).isEqualTo(0);
    bobDoes(RAISE_OTHER_COLUMN, 1L);
    assertThat(count(ann(SERIALIZABLE, RAISE, 2L))).isEqualTo(1);
    assertDone(ann(SERIALIZABLE, "COMMIT"));
  }

  @Test
  void aSerializableCommitFailsIfAColumnLookedAtHasChanged() {
    assertThat(value(ann(SERIALIZABLE, READ, 1L))).isEqualTo(0);
    bobDoes(RAISE, 1L);
    assertThat(count(ann(SERIALIZABLE, RAISE, 2L))).isEqualTo(1);
    assertFailed(ann(SERIALIZABLE, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
  }
}
