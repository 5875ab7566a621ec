package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Statements that write many rows run beside the engine, and others go on meanwhile. */
@InTurn(oneIn = 4)
final class BulkScenariosTest extends BulkFixture {
  private SqlSessionCore bob;

  @BeforeEach
  void open() {
    openTables();
    bob = sessionElsewhere();
  }

  @Test
  void rowsThatAQueryMakes() {
    assertThat(
            count(
                auto(
                    ann,
                    "INSERT INTO made SELECT g, 0 FROM generate_series(1, %d) AS q(g)"
                        .formatted(MANY))))
        .isEqualTo(MANY);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM made"))).isEqualTo((long) MANY);
    assertRanBeside();
  }

  @Test
  void allRowsOfATableAreChangedAndDeleted() {
    assertThat(count(auto(ann, "UPDATE many SET v = v + 1"))).isEqualTo(MANY);
    assertThat(sum("many")).isEqualTo((long) MANY);
    assertThat(count(auto(bob, "DELETE FROM many WHERE id > 10"))).isEqualTo(MANY - 10);
    assertThat(sum("many")).isEqualTo(10L);
    assertRanBeside();
  }

  @Test
  void changesByAnotherTable() {
    assertThat(
            count(
                auto(
                    ann,
                    "UPDATE many SET v = (SELECT MAX(other.v) FROM other WHERE other.id = many.id)"
                        + " WHERE id IN (SELECT id FROM other)")))
        .isEqualTo(MANY);
    assertThat(sum("many")).isEqualTo(7L * MANY);
    assertThat(count(auto(bob, "DELETE FROM many USING other WHERE other.id = many.id")))
        .isEqualTo(MANY);
  }

  @Test
  void upsertAndMerge() {
    String rows = " SELECT g, 3 FROM generate_series(%d, %d) AS q(g)";
    assertThat(count(auto(ann, "UPSERT INTO many" + rows.formatted(MANY / 2, 2 * MANY))))
        .isEqualTo(MANY + MANY / 2 + 1);
    assertThat(
            count(
                auto(
                    bob,
                    "INSERT INTO many"
                        + rows.formatted(1, MANY)
                        + " ON CONFLICT (id) DO UPDATE SET v = many.v + excluded.v")))
        .isEqualTo(MANY);
    assertThat(
            count(
                auto(
                    ann,
                    "MERGE INTO many USING other ON many.id = other.id"
                        + " WHEN MATCHED THEN UPDATE SET v = 100"
                        + " WHEN NOT MATCHED THEN INSERT (id, v) VALUES (other.id, 1)")))
        .isEqualTo(MANY);
    assertThat(sum("many WHERE id <= " + MANY)).isEqualTo(100L * MANY);
  }

  @Test
  void aTableThatAQueryMakes() {
    assertDone(auto(ann, "CREATE TABLE copied AS SELECT id, v FROM other"));
    assertThat(sum("copied")).isEqualTo(7L * MANY);
  }

  @Test
  void manyRowsThatAreListed() {
    StringBuilder text = new StringBuilder("INSERT INTO made VALUES (0, 1)");
    for (int i = 1; i < MANY; i++) {
      text.append(", (").append(i).append(", 1)");
    }
    assertThat(count(auto(ann, text.toString()))).isEqualTo(MANY);
    assertThat(sum("made")).isEqualTo((long) MANY);
  }

  @Test
  void partsOfOneStatement() {
    assertThat(
            count(
                auto(
                    ann,
                    "WITH gone AS (DELETE FROM many RETURNING id, v)"
                        + " INSERT INTO made SELECT id, v + 1 FROM gone")))
        .isEqualTo(MANY);
    assertThat(sum("made")).isEqualTo((long) MANY);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM many"))).isEqualTo(0L);
  }

  @Test
  void itsSessionReadsWhatItHasWrittenAndItReadsWhatItsSessionHas() {
    for (int i = 0; i < 5; i++) {
      assertDone(auto(ann, "UPDATE many SET v = v + 1 WHERE id = 3"));
      assertThat(count(auto(ann, "UPDATE many SET v = v + 1"))).isEqualTo(MANY);
      assertThat(value(auto(ann, "SELECT v FROM many WHERE id = 3"))).isEqualTo(2L * i + 2);
    }
  }

  @Test
  void whatOthersWereToldIsSeen() {
    for (int i = 0; i < 5; i++) {
      assertDone(auto(bob, "INSERT INTO many VALUES (?, 0)", (long) (MANY + 1 + i)));
      assertThat(count(auto(ann, "UPDATE many SET v = v + 1"))).isEqualTo(MANY + 1 + i);
    }
  }

  @Test
  void othersGoOnMeanwhile() {
    SqlOutcome[] bulk = begin(ann, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1");
    int others = 0;
    while (bulk[0] == null && others < 100) {
      assertDone(auto(bob, "UPDATE other SET v = v + 1 WHERE id = 1"));
      others++;
    }
    assertThat(count(await(bulk))).isEqualTo(MANY);
    assertThat(others).isPositive();
  }

  @Test
  void aDuplicateRollsBackAllOfIt() {
    assertFailed(
        auto(
            ann,
            "INSERT INTO many SELECT g, 0 FROM generate_series(%d, 1, -1) AS q(g)"
                .formatted(2 * MANY)),
        ErrorCode.UNIQUE_VIOLATION);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM many"))).isEqualTo((long) MANY);
  }

  @Test
  void indexesAndChecksAreKept() {
    assertDone(auto(ann, "CREATE UNIQUE INDEX by_v ON made (v)"));
    assertDone(auto(ann, "ALTER TABLE made ADD CHECK (v < 100000)"));
    String rows = "INSERT INTO made SELECT g, g + %d FROM generate_series(%d, %d) AS q(g)";
    assertThat(count(auto(ann, rows.formatted(0, 1, MANY)))).isEqualTo(MANY);
    assertThat(value(auto(ann, "SELECT id FROM made WHERE v = 77"))).isEqualTo(77L);
    assertFailed(auto(bob, rows.formatted(-1, MANY + 1, 2 * MANY)), ErrorCode.UNIQUE_VIOLATION);
    assertFailed(auto(bob, rows.formatted(99_000, MANY + 1, 3 * MANY)), ErrorCode.CHECK_VIOLATION);
    assertThat(count(auto(bob, "UPDATE made SET v = -v"))).isEqualTo(MANY);
    assertThat(value(auto(ann, "SELECT id FROM made WHERE v = -77"))).isEqualTo(77L);
  }

  @Test
  void foreignKeysAreKept() {
    assertDone(
        auto(ann, "CREATE TABLE child (id BIGINT PRIMARY KEY, many BIGINT REFERENCES many (id))"));
    world.runFor(1_000_000);
    String rows = "INSERT INTO child SELECT g, g FROM generate_series(1, %d) AS q(g)";
    assertFailed(auto(ann, rows.formatted(MANY + 1)), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertThat(count(auto(ann, rows.formatted(MANY)))).isEqualTo(MANY);
    assertFailed(auto(bob, "DELETE FROM many"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertThat(count(auto(bob, "DELETE FROM child"))).isEqualTo(MANY);
    assertThat(count(auto(ann, "DELETE FROM many"))).isEqualTo(MANY);
  }

  @Test
  void itIsCanceledWhileItRuns() {
    SqlOutcome late =
        await(beginWithin(20_000, ann, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1"));
    world.runFor(2_000_000);
    assertThat(sum("many")).isEqualTo(late.end().isCommitted() ? MANY : 0L);
    assertDone(auto(bob, "UPDATE many SET v = v + 1 WHERE id = 5"));
  }

  @Test
  void manyAtOnceAreAllDone() {
    List<SqlSessionCore> sessions = Stream.generate(this::session).limit(8).toList();
    List<SqlOutcome[]> begun =
        sessions.stream()
            .map(each -> begin(each, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1"))
            .toList();
    begun.forEach(each -> assertThat(count(await(each))).isEqualTo(MANY));
    assertThat(sum("many")).isEqualTo(8L * MANY);
  }

  @Test
  void valuesOfASequence() {
    assertDone(
        auto(
            ann,
            "CREATE TABLE numbered (n BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v BIGINT)"));
    assertThat(count(auto(ann, "INSERT INTO numbered (v) SELECT v FROM other"))).isEqualTo(MANY);
    assertThat(value(auto(ann, "SELECT COUNT(DISTINCT n) FROM numbered"))).isEqualTo((long) MANY);
  }

  @Test
  void itsRowsCanBeReturned() {
    assertThat(rows(auto(ann, "UPDATE many SET v = 9 RETURNING id, v"))).hasSize(MANY);
  }

  @Test
  void noChangeOfOthersIsLost() {
    new BulkHazardScenarios().noChangeOfOthersIsLost();
  }

  @Test
  void whatATransactionHasLockedIsWaitedFor() {
    new BulkHazardScenarios().whatATransactionHasLockedIsWaitedFor();
  }

  @Test
  void twoDoNotLoseEachOthersChanges() {
    new BulkHazardScenarios().twoDoNotLoseEachOthersChanges();
  }

  @Test
  void anIndexOfBeforeHasAllThatWasWritten() {
    new BulkHazardScenarios().anIndexOfBeforeHasAllThatWasWritten();
  }

  @Test
  void whoeverWritesARowThatIsNotInstalledFollowsIt() {
    new BulkHazardScenarios().whoeverWritesARowThatIsNotInstalledFollowsIt();
  }

  @Test
  void noChildIsLeftWithoutItsParent() {
    new BulkHazardScenarios().noChildIsLeftWithoutItsParent();
  }

  @Test
  void masteryMovesMeanwhile() {
    new BulkHazardScenarios().masteryMovesMeanwhile();
  }
}
