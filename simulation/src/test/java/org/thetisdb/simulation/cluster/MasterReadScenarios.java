package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Scenarios of calls that keep what they read from being changed at all its masters, until they are
 * decided (hazards 10 and 19).
 */
abstract class MasterReadScenarios extends SqlFixture {
  private static final String GO_HOME =
      "UPDATE doctor SET on_call = FALSE WHERE id = ? AND EXISTS"
          + " (SELECT id FROM doctor d WHERE d.id = ? AND d.on_call)";
  private static final String TAKE_SHIFT =
      "INSERT INTO shift SELECT ?, 1 FROM doctor WHERE id = 0 AND NOT EXISTS"
          + " (SELECT day FROM shift s WHERE s.day = ?)";
  private static final int ROUNDS = 12;

  /** Rows are so far apart that neighbours have different masters. */
  private static final int APART = 10;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  MasterReadScenarios(SchemeSpec scheme) {
    super(scheme);
  }

  @BeforeEach
  void makeTables() {
    ann = session();
    bob = sessionElsewhere();
    assertDone(auto(ann, "CREATE TABLE doctor (id BIGINT PRIMARY KEY, on_call BOOLEAN)"));
    assertDone(
        auto(ann, "CREATE TABLE shift (day BIGINT, doctor BIGINT, PRIMARY KEY (day, doctor))"));
    for (long id = 0; id <= ROUNDS * APART; id += APART) {
      assertDone(auto(ann, "INSERT INTO doctor VALUES (?, TRUE)", id));
    }
    world.runFor(50_000);
    watchExecutions();
  }

  /** Both at once; returns how many rows they have changed. */
  private long both(String sql, long first, long second) {
    List<SqlOutcome[]> outcomes = new ArrayList<>();
    outcomes.add(begin(ann, Statement.AUTO_COMMIT, sql, first, second));
    outcomes.add(begin(bob, Statement.AUTO_COMMIT, sql, second, first));
    long changed = 0;
    for (SqlOutcome[] outcome : outcomes) {
      SqlOutcome end = await(outcome);
      assertDone(end);
      changed += count(end);
    }
    return changed;
  }

  @Test
  void ofTwoWhoLookAtEachOtherOneStays() {
    for (long id = 0; id < ROUNDS * APART; id += 2 * APART) {
      assertThat(both(GO_HOME, id, id + APART)).as("doctors %s", id).isEqualTo(1);
    }
    assertThat(releases()).as("releases of mastership").isZero();
  }

  @Test
  void nobodyComesIntoARangeInWhichAnotherOneHasFoundNothing() {
    for (long day = 0; day < ROUNDS * APART; day += 2 * APART) {
      assertThat(both(TAKE_SHIFT, day, day + APART)).as("day %s", day).isEqualTo(1);
    }
    assertThat(releases()).as("releases of mastership").isZero();
  }

  @Test
  void aCallRefusedByATransactionGoesOnBehindItsCommit() {
    assertDone(in(ann, "UPDATE doctor SET on_call = FALSE WHERE id = ?", 10L));
    SqlOutcome[] back =
        begin(bob, Statement.AUTO_COMMIT, "UPDATE doctor SET on_call = TRUE WHERE id = ?", 10L);
    world.runFor(200_000);
    assertThat(back[0]).as("it begins anew, and tells nobody").isNull();
    assertDone(in(ann, "COMMIT"));
    assertDone(await(back));
    assertThat(mostAttempts()).as("it does not wait in a queue").isGreaterThan(2);
  }
}
