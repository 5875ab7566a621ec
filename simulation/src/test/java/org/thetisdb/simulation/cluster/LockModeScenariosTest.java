package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Scenarios of rows that are locked in the modes of PostgreSQL, which go together or do not. */
final class LockModeScenariosTest extends SqlFixture {
  private static final List<String> MODES =
      List.of("FOR KEY SHARE", "FOR SHARE", "FOR NO KEY UPDATE", "FOR UPDATE");

  /** With which modes each goes: PostgreSQL, "Explicit Locking", row-level locks. */
  private static final Map<String, List<String>> TOGETHER =
      Map.of(
          "FOR KEY SHARE", List.of("FOR KEY SHARE", "FOR SHARE", "FOR NO KEY UPDATE"),
          "FOR SHARE", List.of("FOR KEY SHARE", "FOR SHARE"),
          "FOR NO KEY UPDATE", List.of("FOR KEY SHARE"),
          "FOR UPDATE", List.of());

  private static final String ROW = "SELECT n FROM t WHERE id = 1 ";
  private static final long NO_TIME_US = 100_000;

  @BeforeEach
  void makeRows() {
    SqlSessionCore session = session();
    assertDone(
        auto(session, "CREATE TABLE t (id BIGINT PRIMARY KEY, n BIGINT, code BIGINT UNIQUE)"));
    assertDone(auto(session, "CREATE TABLE part (id BIGINT PRIMARY KEY, n BIGINT)"));
    for (long id = 1; id <= 3; id++) {
      assertDone(auto(session, "INSERT INTO t VALUES (?, 0, ?)", id, id));
    }
    // from now on, all is mastered at one site
    assertDone(in(session, "SELECT id FROM t FOR UPDATE"));
    assertDone(in(session, "INSERT INTO part VALUES (0, 0)"));
    assertDone(in(session, "COMMIT"));
  }

  private void assertWaits(SqlOutcome[] outcome) {
    world.runFor(NO_TIME_US);
    assertThat(outcome[0]).as("it waits").isNull();
  }

  private void assertLocked(SqlOutcome outcome) {
    assertFailed(outcome, ErrorCode.ROW_LOCKED);
  }

  @Test
  void twoLockARowIfTheirModesGoTogether() {
    for (String first : MODES) {
      for (String second : MODES) {
        SqlSessionCore holder = session();
        SqlSessionCore other = session();
        assertDone(in(holder, ROW + first));
        SqlOutcome outcome = in(other, ROW + second + " NOWAIT");
        if (TOGETHER.get(first).contains(second)) {
          assertThat(value(outcome)).as("%s beside %s", second, first).isEqualTo(0L);
        } else {
          assertThat(outcome.end().code())
              .as("%s beside %s", second, first)
              .isEqualTo(ErrorCode.ROW_LOCKED);
        }
        assertDone(in(other, "ROLLBACK"));
        assertThat(rows(in(other, "SELECT id FROM t WHERE id <= 2 " + second + " SKIP LOCKED")))
            .as("%s SKIP LOCKED beside %s", second, first)
            .hasSize(TOGETHER.get(first).contains(second) ? 2 : 1);
        assertDone(in(other, "COMMIT"));
        assertDone(in(holder, "COMMIT"));
      }
    }
  }

  @Test
  void readersShareARowAndAWriterThatWaitsIsNotPassedByMoreReaders() {
    SqlSessionCore one = session();
    SqlSessionCore two = session();
    SqlSessionCore writer = session();
    SqlSessionCore late = session();
    assertDone(in(one, ROW + "FOR SHARE"));
    assertDone(in(two, ROW + "FOR SHARE"));
    SqlOutcome[] writes = begin(writer, 0, "UPDATE t SET n = 7 WHERE id = 1");
    assertWaits(writes);
    SqlOutcome[] reads = begin(late, 0, ROW + "FOR SHARE");
    assertWaits(reads);
    assertLocked(in(session(), ROW + "FOR SHARE NOWAIT"));
    assertThat(value(auto(session(), ROW))).as("who does not lock reads on").isEqualTo(0L);
    assertDone(in(one, "COMMIT"));
    assertWaits(writes);
    assertDone(in(two, "ROLLBACK"));
    assertThat(count(await(writes))).isEqualTo(1);
    assertWaits(reads);
    assertDone(in(writer, "COMMIT"));
    assertThat(value(await(reads))).as("it reads what it has locked").isEqualTo(7L);
  }

  @Test
  void aKeyShareKeepsOutWhoDeletesOrChangesAKeyAndNobodyElse() {
    SqlSessionCore holder = session();
    SqlSessionCore other = session();
    assertDone(in(holder, ROW + "FOR KEY SHARE"));
    assertThat(count(auto(other, "UPDATE t SET n = 1 WHERE id = 1"))).isEqualTo(1);
    assertThat(count(auto(other, "UPDATE t SET n = 2, code = 1 WHERE id = 1")))
        .as("a key that stays as it is does not change")
        .isEqualTo(1);
    assertThat(count(in(other, "UPDATE t SET n = 3 WHERE n >= 2"))).isEqualTo(1);
    assertDone(in(other, "COMMIT"));
    SqlOutcome[] key = begin(other, 0, "UPDATE t SET code = 11 WHERE id = 1");
    assertWaits(key);
    SqlOutcome[] alone =
        begin(session(), Statement.AUTO_COMMIT, "UPDATE t SET code = 12 WHERE id = 1");
    SqlOutcome[] deletes = begin(session(), Statement.AUTO_COMMIT, "DELETE FROM t WHERE id = 1");
    SqlOutcome[] moves =
        begin(session(), Statement.AUTO_COMMIT, "UPDATE t SET id = 100 WHERE code = 1");
    assertWaits(alone);
    assertWaits(deletes);
    assertWaits(moves);
    assertDone(in(holder, "COMMIT"));
    assertThat(count(await(key))).isEqualTo(1);
    assertDone(in(other, "COMMIT"));
    await(alone);
    await(deletes);
    await(moves);
  }

  @Test
  void aShareKeepsWritersOut() {
    SqlSessionCore holder = session();
    assertDone(in(holder, ROW + "FOR SHARE"));
    SqlOutcome[] alone = begin(session(), Statement.AUTO_COMMIT, "UPDATE t SET n = 1 WHERE id = 1");
    SqlOutcome[] found = begin(session(), Statement.AUTO_COMMIT, "UPDATE t SET n = 2 WHERE n = 0");
    assertWaits(alone);
    assertWaits(found);
    assertDone(in(holder, "COMMIT"));
    assertThat(count(await(alone))).isEqualTo(1);
    await(found);
  }

  @Test
  void whoSharesARowMayChangeItWhenTheOthersAreDone() {
    SqlSessionCore one = session();
    SqlSessionCore two = session();
    assertDone(in(one, ROW + "FOR SHARE"));
    assertDone(in(two, ROW + "FOR KEY SHARE"));
    assertThat(count(in(one, "UPDATE t SET n = 1 WHERE id = 1"))).as("a key stays").isEqualTo(1);
    SqlOutcome[] deletes = begin(one, 0, "DELETE FROM t WHERE id = 1");
    assertWaits(deletes);
    assertDone(in(two, "COMMIT"));
    assertThat(count(await(deletes))).isEqualTo(1);
    assertDone(in(one, "COMMIT"));
    assertThat(rows(auto(two, ROW))).isEmpty();
  }

  @Test
  void ofTwoReadersThatBothWantToWriteTheYoungerOneEnds() {
    SqlSessionCore old = session();
    SqlSessionCore young = session();
    assertDone(in(old, ROW + "FOR SHARE"));
    assertDone(in(young, ROW + "FOR SHARE"));
    SqlOutcome[] first = begin(young, 0, "UPDATE t SET n = 5 WHERE id = 1");
    assertWaits(first);
    assertThat(count(in(old, "UPDATE t SET n = 6 WHERE id = 1"))).isEqualTo(1);
    assertFailed(await(first), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(in(old, "COMMIT"));
    assertDone(in(young, "ROLLBACK"));
    assertThat(value(auto(young, ROW))).isEqualTo(6L);
  }

  @Test
  void aCycleThatGoesThroughAQueueOfReadersIsFound() {
    SqlSessionCore one = session();
    SqlSessionCore two = session();
    SqlSessionCore three = session();
    assertDone(in(one, ROW + "FOR SHARE"));
    assertDone(in(two, "SELECT n FROM t WHERE id = 3"));
    assertDone(in(three, "SELECT n FROM t WHERE id = 2 FOR UPDATE"));
    SqlOutcome[] writes = begin(two, 0, "UPDATE t SET n = 5 WHERE id = 1");
    assertWaits(writes);
    // the row is not held against it: it only stands behind the one that writes
    SqlOutcome[] reads = begin(three, 0, ROW + "FOR SHARE");
    assertWaits(reads);
    SqlOutcome[] closes = begin(one, 0, "SELECT n FROM t WHERE id = 2 FOR SHARE");
    world.runFor(NO_TIME_US);
    assertFailed(await(reads), ErrorCode.SERIALIZATION_FAILURE);
    assertThat(value(await(closes))).isEqualTo(0L);
    assertDone(in(one, "COMMIT"));
    assertThat(count(await(writes))).isEqualTo(1);
  }

  @Test
  void aRowThatWasSharedHasNotChanged() {
    SqlSessionCore before = session();
    assertThat(value(in(before, "SELECT n FROM t WHERE id = 2"))).isEqualTo(0L);
    SqlSessionCore reader = session();
    assertDone(in(reader, ROW + "FOR SHARE"));
    assertDone(in(reader, "COMMIT"));
    assertThat(count(in(before, "UPDATE t SET n = 1 WHERE id = 1")))
        .as("its snapshot shows the newest version")
        .isEqualTo(1);
    assertDone(in(before, "COMMIT"));
  }

  @Test
  void aSnapshotThatIsTooOldLocksNothingThatHasChanged() {
    SqlSessionCore old = session();
    assertThat(value(in(old, ROW))).isEqualTo(0L);
    assertDone(auto(session(), "UPDATE t SET n = 1 WHERE id = 1"));
    assertFailed(in(old, ROW + "FOR SHARE"), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(in(old, "ROLLBACK"));
    assertThat(value(with(Statement.READ_COMMITTED, old, ROW + "FOR SHARE"))).isEqualTo(1L);
  }

  @Test
  void aSharedRowStaysAtItsSiteUntilItIsGivenBack() {
    SqlSessionCore holder = session();
    SqlSessionCore elsewhere = session();
    assertDone(auto(elsewhere, "CREATE TABLE far (id BIGINT PRIMARY KEY, n BIGINT)"));
    List<SqlSessionCore> others = new ArrayList<>();
    for (long id = 0; id < 600; id += 200) {
      assertDone(auto(elsewhere, "INSERT INTO far VALUES (?, 0)", id));
    }
    assertDone(in(holder, ROW + "FOR SHARE"));
    watchExecutions();
    List<SqlOutcome[]> waits = new ArrayList<>();
    for (long id = 0; id < 600; id += 200) {
      SqlSessionCore other = session();
      others.add(other);
      assertThat(count(in(other, "UPDATE far SET n = 1 WHERE id = ?", id))).isEqualTo(1);
      waits.add(begin(other, 0, "UPDATE t SET n = n + 1 WHERE id = 1"));
    }
    world.runFor(300_000);
    waits.forEach(outcome -> assertThat(outcome[0]).as("it waits").isNull());
    assertThat(releases()).as("one of them began elsewhere, and wants the row there").isPositive();
    assertDone(in(holder, "COMMIT"));
    for (int i = 0; i < others.size(); i++) {
      await(waits.get(i));
      in(others.get(i), "COMMIT");
    }
    assertThat((Long) value(auto(holder, ROW))).isPositive();
  }

  @Test
  void whoHasWaitedForARowSeesWhatItsHolderHasDoneThen() {
    assertDone(auto(session(), "CREATE TABLE wide (id BIGINT PRIMARY KEY, n BIGINT)"));
    for (long id = 0; id < 1_000; id += 100) {
      assertDone(auto(session(), "INSERT INTO wide VALUES (?, 1)", id));
    }
    SqlSessionCore other = sessionElsewhere();
    for (long round = 1; round <= 20; round++) {
      SqlSessionCore holder = session();
      assertDone(in(holder, ROW + "FOR UPDATE"));
      assertDone(in(holder, "UPDATE part SET n = ? WHERE id = 0", round));
      SqlOutcome[] waits = begin(other, Statement.READ_COMMITTED, ROW + "FOR SHARE");
      assertWaits(waits);
      String sum = "SELECT (SELECT SUM(n) FROM wide), n FROM part WHERE id = 0";
      begin(holder, 0, "COMMIT");
      while (waits[0] == null) {
        world.runFor(10);
      }
      assertDone(waits[0]);
      SqlOutcome[] reads = begin(other, Statement.READ_COMMITTED, sum);
      List<?> row = (List<?>) rows(await(reads)).get(0);
      assertThat(row.get(1)).as("round %d", round).isEqualTo(round);
      assertDone(in(other, "COMMIT"));
    }
  }

  @Test
  void callsByThemselvesLockAndWaitAsTransactionsDo() {
    SqlSessionCore holder = session();
    assertDone(in(holder, ROW + "FOR SHARE"));
    assertThat(value(auto(session(), ROW + "FOR SHARE"))).isEqualTo(0L);
    SqlOutcome[] waits = begin(session(), Statement.AUTO_COMMIT, ROW + "FOR NO KEY UPDATE");
    assertWaits(waits);
    assertDone(in(holder, "COMMIT"));
    assertThat(value(await(waits))).isEqualTo(0L);
    assertDone(in(holder, "UPDATE t SET n = 1 WHERE id = 1"));
    SqlOutcome[] reads = begin(session(), Statement.AUTO_COMMIT, ROW + "FOR SHARE");
    assertThat(value(auto(session(), ROW + "FOR KEY SHARE"))).isEqualTo(0L);
    assertWaits(reads);
    assertDone(in(holder, "COMMIT"));
    assertThat(value(await(reads))).isEqualTo(1L);
  }

  @Test
  void aJoinSharesTheRowsOfItsTables() {
    String join = "SELECT t.id FROM t JOIN part p ON p.n = 0 WHERE t.id = 1 ";
    SqlSessionCore one = session();
    SqlSessionCore two = session();
    assertThat(rows(in(one, join + "FOR SHARE"))).hasSize(1);
    assertThat(rows(in(two, join + "FOR SHARE NOWAIT"))).hasSize(1);
    assertLocked(in(session(), "SELECT id FROM part WHERE id = 0 FOR UPDATE NOWAIT"));
    assertThat(rows(in(session(), join + "FOR NO KEY UPDATE SKIP LOCKED"))).isEmpty();
    assertDone(in(one, "COMMIT"));
    assertDone(in(two, "COMMIT"));
    assertThat(rows(in(two, join + "FOR NO KEY UPDATE SKIP LOCKED"))).hasSize(1);
  }
}
