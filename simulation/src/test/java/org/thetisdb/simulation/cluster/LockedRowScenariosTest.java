package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Scenarios of those who do not wait for rows that others have locked. */
final class LockedRowScenariosTest extends SqlFixture {
  private static final String TAKE =
      "SELECT id FROM jobs WHERE state = 0 ORDER BY id LIMIT 2 FOR UPDATE SKIP LOCKED";

  @BeforeEach
  void makeJobs() {
    SqlSessionCore session = session();
    assertDone(auto(session, "CREATE TABLE jobs (id BIGINT PRIMARY KEY, state INT)"));
    for (long id = 0; id < 8; id++) {
      assertDone(auto(session, "INSERT INTO jobs VALUES (?, 0)", id));
    }
  }

  private static List<?> ids(SqlOutcome outcome) {
    return rows(outcome).stream().map(row -> ((List<?>) row).get(0)).toList();
  }

  private static List<Long> from(long first, long end) {
    return LongStream.range(first, end).boxed().toList();
  }

  @Test
  void eachWorkerTakesRowsThatNoOtherHasTaken() {
    SqlSessionCore one = session();
    SqlSessionCore two = session();
    SqlSessionCore three = session();
    assertThat(ids(in(one, TAKE))).isEqualTo(from(0, 2));
    assertThat(ids(in(two, TAKE))).isEqualTo(from(2, 4));
    assertThat(ids(in(three, TAKE))).isEqualTo(from(4, 6));
    assertThat(count(in(one, "UPDATE jobs SET state = 1 WHERE id < 2"))).isEqualTo(2);
    assertDone(in(one, "COMMIT"));
    assertDone(in(two, "ROLLBACK"));
    assertThat(ids(in(one, TAKE))).as("what was given back comes first").isEqualTo(from(2, 4));
    assertThat(ids(in(two, TAKE))).isEqualTo(from(6, 8));
    assertThat(ids(in(session(), TAKE))).as("all are taken").isEmpty();
  }

  @Test
  void workersTakeWhatIsMostUrgentThoughNoKeyHasThatOrder() {
    for (long id = 0; id < 8; id++) {
      assertDone(auto(session(), "UPDATE jobs SET state = ? WHERE id = ?", 8 - id, id));
    }
    String take = "SELECT id FROM jobs ORDER BY state LIMIT 2 FOR UPDATE SKIP LOCKED";
    SqlSessionCore one = session();
    assertThat(ids(in(one, take))).isEqualTo(List.of(7L, 6L));
    assertThat(ids(in(session(), take))).isEqualTo(List.of(5L, 4L));
    assertDone(in(one, "ROLLBACK"));
    assertThat(ids(in(session(), take))).isEqualTo(List.of(7L, 6L));
  }

  @Test
  void aRowThatIsNamedByItsKeyIsLeftOutIfItIsLocked() {
    SqlSessionCore one = session();
    assertThat(ids(in(one, "SELECT id FROM jobs WHERE id = 3 FOR UPDATE"))).isEqualTo(from(3, 4));
    String some = "SELECT id FROM jobs WHERE id IN (?, 3, ?) FOR UPDATE SKIP LOCKED";
    assertThat(ids(in(session(), some, 2L, 4L))).isEqualTo(List.of(2L, 4L));
    assertThat(ids(auto(session(), "SELECT id FROM jobs WHERE id = 3 FOR UPDATE SKIP LOCKED")))
        .isEmpty();
  }

  @Test
  void whoDoesNotWantToWaitHearsAtOnceThatARowIsLocked() {
    SqlSessionCore holder = session();
    SqlSessionCore other = session();
    assertThat(count(in(holder, "UPDATE jobs SET state = 5 WHERE id = 3"))).isEqualTo(1);
    assertFailed(
        in(other, "SELECT id FROM jobs WHERE id = 3 FOR UPDATE NOWAIT"), ErrorCode.ROW_LOCKED);
    assertFailed(
        in(other, "SELECT id FROM jobs WHERE state >= 0 FOR UPDATE NOWAIT"), ErrorCode.ROW_LOCKED);
    assertThat(ids(in(other, "SELECT id FROM jobs WHERE id = 4 FOR UPDATE NOWAIT")))
        .isEqualTo(from(4, 5));
    SqlOutcome[] waits = begin(other, 0, "SELECT id FROM jobs WHERE id = 3 FOR UPDATE");
    world.runFor(100_000);
    assertThat(waits[0]).as("without NOWAIT it waits").isNull();
    assertDone(in(holder, "ROLLBACK"));
    assertThat(ids(await(waits))).isEqualTo(from(3, 4));
  }

  @Test
  void workersEmptyAQueueAndNoRowIsTakenTwice() {
    List<SqlSessionCore> workers = List.of(session(), session(), session());
    for (int round = 0; round < 3; round++) {
      for (SqlSessionCore worker : workers) {
        for (Object id : ids(in(worker, TAKE))) {
          String done = "UPDATE jobs SET state = state + 1 WHERE id = ?";
          assertThat(count(in(worker, done, id))).isEqualTo(1);
        }
      }
      workers.forEach(worker -> assertDone(in(worker, "COMMIT")));
    }
    assertThat(value(auto(workers.get(0), "SELECT COUNT(*) FROM jobs WHERE state = 1")))
        .isEqualTo(8L);
  }

  @Test
  void aJoinLocksTheRowsOfAllItsTablesOrOfThoseThatAreNamed() {
    SqlSessionCore setup = session();
    assertDone(auto(setup, "CREATE TABLE steps (id BIGINT PRIMARY KEY, job BIGINT)"));
    for (long id = 0; id < 4; id++) {
      assertDone(auto(setup, "INSERT INTO steps VALUES (?, ?)", 10 + id, id));
    }
    String both = "SELECT s.id FROM jobs j JOIN steps s ON s.job = j.id FOR UPDATE";
    assertThat(ids(in(setup, both))).as("from now on at one site").hasSize(4);
    assertDone(in(setup, "COMMIT"));
    String join = "SELECT s.id FROM jobs j JOIN steps s ON s.job = j.id WHERE j.id <= ?";
    String inOrder = join + " ORDER BY s.id LIMIT 1 FOR UPDATE";
    SqlSessionCore holder = session();
    SqlSessionCore other = session();
    assertThat(ids(in(holder, inOrder + " OF s", 1L))).isEqualTo(from(10, 11));
    assertThat(ids(in(other, "SELECT id FROM jobs WHERE id = 0 FOR UPDATE NOWAIT")))
        .as("the job is free")
        .isEqualTo(from(0, 1));
    assertFailed(in(other, inOrder + " OF s NOWAIT", 1L), ErrorCode.ROW_LOCKED);
    assertDone(in(other, "ROLLBACK"));
    assertThat(ids(in(other, inOrder + " SKIP LOCKED", 2L))).isEqualTo(from(11, 12));
    assertFailed(
        in(holder, "SELECT id FROM jobs WHERE id = 1 FOR UPDATE NOWAIT"), ErrorCode.ROW_LOCKED);
    assertThat(ids(in(session(), inOrder + " SKIP LOCKED", 2L))).isEqualTo(from(12, 13));
    assertDone(in(other, "ROLLBACK"));
    SqlOutcome[] waits = begin(other, 0, inOrder, 0L);
    world.runFor(100_000);
    assertThat(waits[0]).as("without NOWAIT it waits").isNull();
    assertThat(count(in(holder, "UPDATE steps SET job = 7 WHERE id = 10"))).isEqualTo(1);
    assertDone(in(holder, "COMMIT"));
    await(waits);
    assertDone(in(other, "ROLLBACK"));
    assertThat(ids(in(other, inOrder, 1L))).isEqualTo(from(11, 12));
  }

  private static final String TAKE_AND_MARK =
      "UPDATE jobs SET state = 1 WHERE id = (SELECT id FROM jobs WHERE state = 0"
          + " ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id";

  @Test
  void oneStatementTakesAndMarksTheNextFreeRow() {
    SqlSessionCore holder = session();
    assertThat(ids(in(holder, TAKE))).isEqualTo(from(0, 2));
    assertThat(ids(auto(session(), TAKE_AND_MARK))).isEqualTo(from(2, 3));
    SqlSessionCore other = session();
    assertThat(ids(in(other, TAKE_AND_MARK))).isEqualTo(from(3, 4));
    assertThat(ids(auto(session(), TAKE_AND_MARK))).isEqualTo(from(4, 5));
    assertDone(in(other, "ROLLBACK"));
    assertThat(ids(auto(session(), TAKE_AND_MARK))).as("given back").isEqualTo(from(3, 4));
    assertDone(in(holder, "ROLLBACK"));
    assertThat(ids(auto(session(), TAKE_AND_MARK))).isEqualTo(from(0, 1));
  }

  @Test
  void manyWhoTakeAndMarkAtATimeTakeEachRowOnce() {
    List<SqlOutcome[]> begun = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      begun.add(begin(session(), Statement.AUTO_COMMIT, TAKE_AND_MARK));
    }
    Set<Object> taken = new TreeSet<>();
    begun.forEach(waits -> taken.addAll(ids(await(waits))));
    assertThat(taken).containsExactlyInAnyOrderElementsOf(from(0, 8));
    assertThat(ids(auto(session(), TAKE_AND_MARK))).isEmpty();
  }

  @Test
  void whoSkipsLockedRowsWaitsForTheOthersThatItChanges() {
    assertDone(auto(session(), "CREATE TABLE counts (id BIGINT PRIMARY KEY, n INT)"));
    assertDone(auto(session(), "INSERT INTO counts VALUES (1, 0)"));
    String count =
        "WITH job AS (SELECT id FROM jobs WHERE state = 0 ORDER BY id LIMIT 1"
            + " FOR UPDATE SKIP LOCKED)"
            + " UPDATE counts SET n = n + 1 FROM job WHERE counts.id = 1";
    SqlSessionCore holder = session();
    assertThat(count(in(holder, "UPDATE counts SET n = 10 WHERE id = 1"))).isEqualTo(1);
    SqlOutcome[] alone = begin(session(), Statement.AUTO_COMMIT, count);
    SqlSessionCore other = session();
    SqlOutcome[] within = begin(other, 0, count);
    world.runFor(100_000);
    assertThat(alone[0]).as("the count is locked").isNull();
    assertThat(within[0]).as("the count is locked").isNull();
    assertDone(in(holder, "COMMIT"));
    assertThat(count(await(alone))).isEqualTo(1);
    assertThat(count(await(within))).isEqualTo(1);
    assertDone(in(other, "COMMIT"));
    assertThat(value(auto(session(), "SELECT n FROM counts"))).isEqualTo(12);
  }

  @Test
  void rowsThatOneStatementTakesOutAreAtTheOtherTableAtOnce() {
    assertDone(auto(session(), "CREATE TABLE done (id BIGINT PRIMARY KEY, state INT)"));
    String move =
        "WITH moved AS (DELETE FROM jobs WHERE id < ? RETURNING id, state)"
            + " INSERT INTO done SELECT id, state FROM moved";
    assertThat(count(auto(session(), move, 3L))).isEqualTo(3);
    assertThat(value(auto(session(), "SELECT COUNT(*) FROM done"))).isEqualTo(3L);
    SqlSessionCore other = session();
    assertThat(count(in(other, move, 5L))).isEqualTo(2);
    assertDone(in(other, "ROLLBACK"));
    assertThat(value(auto(session(), "SELECT COUNT(*) FROM jobs"))).isEqualTo(5L);
  }
}
