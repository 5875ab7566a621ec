package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Scenarios of what SERIALIZABLE gives beyond a snapshot (hazard 10). Doctors 1 and 501 begin with
 * masters at two sites.
 */
final class SerializableScenariosTest extends SqlFixture {
  private static final int SERIALIZABLE = Statement.SERIALIZABLE;
  private static final int SNAPSHOT = 0;
  private static final String ON_CALL = "SELECT on_call FROM doctor WHERE id = ?";
  private static final String GO_HOME = "UPDATE doctor SET on_call = FALSE WHERE id = ?";
  private static final String SHIFTS = "SELECT COUNT(*) FROM shift WHERE day = ?";
  private static final String TAKE_SHIFT = "INSERT INTO shift VALUES (?, ?)";

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  @BeforeEach
  void makeTables() {
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE doctor (id BIGINT PRIMARY KEY, on_call BOOLEAN)"));
    assertDone(auto(ann, "CREATE TABLE shift (day INT, doctor BIGINT, PRIMARY KEY (day, doctor))"));
    assertDone(auto(ann, "INSERT INTO doctor VALUES (1, TRUE)"));
    assertDone(auto(ann, "INSERT INTO doctor VALUES (501, TRUE)"));
    world.runFor(50_000);
  }

  /** Each looks at both doctors and sends one home; returns how the two commits ended. */
  private List<SqlOutcome> bothGoHome(int level) {
    for (SqlSessionCore session : List.of(ann, bob)) {
      for (long doctor : new long[] {1, 501}) {
        assertThat(value(with(level, session, ON_CALL, doctor))).isEqualTo(true);
      }
    }
    assertDone(with(level, ann, GO_HOME, 1L));
    assertDone(with(level, bob, GO_HOME, 501L));
    return List.of(with(level, ann, "COMMIT"), with(level, bob, "COMMIT"));
  }

  private Object doctorsOnCall() {
    world.runFor(50_000);
    return value(auto(session(), "SELECT COUNT(*) FROM doctor WHERE on_call"));
  }

  @Test
  void aSnapshotLetsBothDoctorsGoHome() {
    bothGoHome(SNAPSHOT).forEach(SqlFixture::assertDone);
    assertThat(doctorsOnCall()).isEqualTo(0L);
  }

  @Test
  void oneOfTwoDoctorsStays() {
    List<SqlOutcome> ends = bothGoHome(SERIALIZABLE);
    assertDone(ends.get(0));
    assertFailed(ends.get(1), ErrorCode.SERIALIZATION_FAILURE);
    assertThat(doctorsOnCall()).isEqualTo(1L);
  }

  /** Each sees that nobody has a shift on two days, and takes one of another day. */
  private List<SqlOutcome> bothTakeAShift(int level) {
    for (SqlSessionCore session : List.of(ann, bob)) {
      for (int day : new int[] {1, 901}) {
        assertThat(value(with(level, session, SHIFTS, day))).isEqualTo(0L);
      }
    }
    assertDone(with(level, ann, TAKE_SHIFT, 1, 1L));
    assertDone(with(level, bob, TAKE_SHIFT, 901, 501L));
    return List.of(with(level, ann, "COMMIT"), with(level, bob, "COMMIT"));
  }

  @Test
  void aSnapshotLetsRowsComeIntoARangeThatWasEmpty() {
    bothTakeAShift(SNAPSHOT).forEach(SqlFixture::assertDone);
  }

  @Test
  void noRowComesIntoARangeThatWasEmpty() {
    List<SqlOutcome> ends = bothTakeAShift(SERIALIZABLE);
    assertDone(ends.get(0));
    assertFailed(ends.get(1), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void noRowGoesOutOfARangeThatWasRead() {
    assertDone(auto(ann, TAKE_SHIFT, 1, 1L));
    world.runFor(50_000);
    assertThat(value(with(SERIALIZABLE, bob, SHIFTS, 1))).isEqualTo(1L);
    assertDone(auto(ann, "DELETE FROM shift WHERE day = 1 AND doctor = 1"));
    assertDone(with(SERIALIZABLE, bob, TAKE_SHIFT, 2, 501L));
    assertFailed(with(SERIALIZABLE, bob, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void aRowThatWasNotThereStaysAway() {
    assertThat(rows(with(SERIALIZABLE, bob, ON_CALL, 77L))).isEmpty();
    assertDone(auto(ann, "INSERT INTO doctor VALUES (77, TRUE)"));
    assertDone(with(SERIALIZABLE, bob, GO_HOME, 501L));
    assertFailed(with(SERIALIZABLE, bob, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
  }

  @Test
  void whatFollowsWithoutConflictCommits() {
    for (SqlSessionCore session : List.of(ann, bob, ann, bob)) {
      value(with(SERIALIZABLE, session, ON_CALL, 1L));
      value(with(SERIALIZABLE, session, SHIFTS, 1));
      assertDone(with(SERIALIZABLE, session, "UPDATE doctor SET on_call = TRUE WHERE id = 501"));
      assertDone(with(SERIALIZABLE, session, "COMMIT"));
      world.runFor(50_000);
    }
  }

  @Test
  void aCommitIsSentOnceMoreForWhatItHasRead() {
    assertDone(with(SERIALIZABLE, ann, GO_HOME, 501L));
    value(with(SERIALIZABLE, ann, ON_CALL, 1L));
    watchExecutions();
    assertDone(with(SERIALIZABLE, ann, "COMMIT"));
    assertThat(releases()).as("the other doctor's partition was moved").isEqualTo(1);
    assertThat(executions()).as("it is waited for at the site").isEqualTo(2);
  }

  @Test
  void whoOnlyReadsIsNeverRefused() {
    value(with(SERIALIZABLE, bob, "SELECT COUNT(*) FROM doctor"));
    assertDone(auto(ann, GO_HOME, 1L));
    assertThat(value(with(SERIALIZABLE, bob, "SELECT COUNT(*) FROM doctor WHERE on_call")))
        .isEqualTo(2L);
    assertDone(with(SERIALIZABLE, bob, "COMMIT"));
  }

  @Test
  void whoReadsWithoutBoundsAndWritesIsToldSoAndHoldsNothing() {
    value(with(SERIALIZABLE, bob, "SELECT COUNT(*) FROM doctor"));
    assertDone(with(SERIALIZABLE, bob, GO_HOME, 501L));
    assertFailed(with(SERIALIZABLE, bob, "COMMIT"), ErrorCode.READS_TOO_LARGE);
    assertDone(auto(ann, GO_HOME, 501L));
  }

  @Test
  void aStatementByItselfIsSerializableToo() {
    int alone = SERIALIZABLE | Statement.AUTO_COMMIT;
    String text = "UPDATE doctor SET on_call = (SELECT NOT o.on_call FROM doctor o WHERE o.id = 1)";
    assertThat(count(with(alone, ann, text + " WHERE id = 501"))).isEqualTo(1);
    assertThat(value(with(alone, ann, ON_CALL, 501L))).isEqualTo(false);
    assertFailed(with(alone, ann, text), ErrorCode.READS_TOO_LARGE);
    assertThat(value(with(alone, bob, "SELECT COUNT(*) FROM doctor"))).isEqualTo(2L);
  }
}
