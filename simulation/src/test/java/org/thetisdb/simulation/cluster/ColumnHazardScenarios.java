package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;

/**
 * Hazard 15 for columns in the making (decision 0063): one column gets another type, and its values
 * from its twin. The statements are such as need no code of our own from the planner: that would be
 * compiled against other classes than a mutant's.
 */
final class ColumnHazardScenarios extends SqlFixture {
  private static final String CHANGE =
      "ALTER TABLE person ALTER COLUMN age TYPE INTEGER USING twin";
  private static final long FIRST = 1_000;
  private static final int BLOCKS = 5;
  private static final int BLOCK = 100;

  private SqlSessionCore ann;
  private SqlSessionCore bob;

  private void open() {
    startCluster();
    ann = session();
    bob = session();
    assertDone(auto(ann, "CREATE TABLE person (id BIGINT PRIMARY KEY, age BIGINT, twin BIGINT)"));
    assertDone(auto(ann, "CREATE INDEX by_age ON person (age)"));
    for (int block = 0; block < BLOCKS; block++) {
      StringBuilder rows = new StringBuilder("INSERT INTO person VALUES ");
      for (int i = 0; i < BLOCK; i++) {
        long id = FIRST + (long) BLOCK * block + i;
        rows.append(i == 0 ? "" : ", ").append("(%d, %d, %d)".formatted(id, id, id));
      }
      assertDone(auto(ann, rows.toString()));
    }
  }

  private void assertAge(long id) {
    List<?> found = rows(auto(ann, "SELECT age FROM person WHERE id = ?", id));
    assertThat(found).as("person %d", id).hasSize(1);
    assertThat(((List<?>) found.get(0)).get(0)).as("age of %d", id).isEqualTo((int) id);
    assertThat(rows(auto(ann, "SELECT id FROM person WHERE age = ?", id)))
        .as("persons of age %d", id)
        .hasSize(1);
  }

  /** Others come and go while a column gets another type; nobody is missed. */
  void everybodyHasAnAgeOfTheNewType() {
    open();
    SqlOutcome[] altered = begin(bob, 0, CHANGE);
    long next = 1;
    while (altered[0] == null && next < 300) {
      assertDone(auto(ann, "INSERT INTO person VALUES (?, ?, ?)", next, next, next));
      next++;
    }
    assertDone(await(altered));
    assertThat(next).as("who came meanwhile").isGreaterThan(3);
    for (long id = 1; id < next; id++) {
      assertAge(id);
    }
    for (long id = FIRST; id < FIRST + BLOCKS * BLOCK; id += 7) {
      assertAge(id);
    }
  }

  /** A snapshot from before the change has nothing to show of the new type. */
  void aSnapshotOfBeforeIsTooOld() {
    open();
    String query = "SELECT age FROM person WHERE id = 1001";
    assertThat(value(in(ann, query))).isEqualTo(1_001L);
    assertDone(auto(bob, CHANGE));
    assertFailed(in(ann, query), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(in(ann, "ROLLBACK"));
    assertAge(1_001);
  }

  /** What an open transaction had written before the change does not pass it. */
  void whatWasWrittenBeforeItDoesNotPass() {
    open();
    assertDone(in(ann, "INSERT INTO person VALUES (1, 1, 1)"));
    assertDone(auto(bob, CHANGE));
    boolean passed = in(ann, "COMMIT").end().isCommitted();
    List<?> found = rows(auto(ann, "SELECT age FROM person WHERE id = 1"));
    assertThat(found).hasSize(passed ? 1 : 0);
    assertThat(passed).isFalse();
  }
}
