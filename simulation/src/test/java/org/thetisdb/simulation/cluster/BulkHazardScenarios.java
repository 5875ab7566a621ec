package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * What must hold of statements that run beside the engine, whatever others do meanwhile: see
 * decision 0120.
 */
final class BulkHazardScenarios extends BulkFixture {
  private void begin() {
    startCluster();
    openTables();
  }

  /** Raises single rows from many sessions until a long statement is done; returns how often. */
  private long raiseUntil(List<SqlSessionCore> sessions, SqlOutcome[] bulk) {
    long raised = 0;
    while (bulk[0] == null) {
      List<SqlOutcome[]> under = new ArrayList<>();
      for (SqlSessionCore session : sessions) {
        long id = 1 + raised++ * 7 % MANY;
        under.add(
            begin(session, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1 WHERE id = ?", id));
        world.runFor(60);
      }
      under.forEach(each -> assertDone(await(each)));
    }
    return raised;
  }

  void noChangeOfOthersIsLost() {
    begin();
    List<SqlSessionCore> others = Stream.generate(this::session).limit(12).toList();
    long raised = 0;
    for (int i = 0; i < 6; i++) {
      SqlOutcome[] bulk = begin(ann, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1");
      raised += raiseUntil(others, bulk);
      assertThat(count(await(bulk))).isEqualTo(MANY);
      raised += MANY;
      assertThat(sum("many")).isEqualTo(raised);
    }
    assertRanBeside();
  }

  void whatATransactionHasLockedIsWaitedFor() {
    begin();
    SqlSessionCore bob = sessionElsewhere();
    assertDone(in(bob, "UPDATE many SET v = v + 1 WHERE id = 17"));
    SqlOutcome[] bulk = begin(ann, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1");
    world.runFor(500_000);
    assertThat(bulk[0]).isNull();
    assertDone(in(bob, "UPDATE many SET v = v + 1 WHERE id = 18"));
    assertDone(in(bob, "COMMIT"));
    assertThat(count(await(bulk))).isEqualTo(MANY);
    assertThat(sum("many")).isEqualTo(MANY + 2L);
  }

  void twoDoNotLoseEachOthersChanges() {
    begin();
    SqlSessionCore bob = sessionElsewhere();
    for (int i = 1; i <= 3; i++) {
      SqlOutcome[] one = begin(ann, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1");
      SqlOutcome[] other = begin(bob, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 10");
      assertThat(count(await(one))).isEqualTo(MANY);
      assertThat(count(await(other))).isEqualTo(MANY);
      assertThat(sum("many")).isEqualTo(11L * i * MANY);
    }
  }

  void anIndexOfBeforeHasAllThatWasWritten() {
    begin();
    SqlSessionCore bob = sessionElsewhere();
    for (int i = 1; i <= 12; i++) {
      SqlOutcome[] index =
          begin(bob, Statement.AUTO_COMMIT, "CREATE INDEX by_v%d ON many (v)".formatted(i));
      world.runFor(i * 300L);
      SqlOutcome[] bulk =
          begin(ann, Statement.AUTO_COMMIT, "UPDATE many SET v = id + %d".formatted(1_000 * i));
      assertThat(count(await(bulk))).isEqualTo(MANY);
      assertDone(await(index));
      for (long id = 1; id <= MANY; id += 71) {
        assertThat(value(auto(ann, "SELECT id FROM many WHERE v = ?", id + 1_000 * i)))
            .isEqualTo(id);
      }
      assertDone(auto(bob, "DROP INDEX by_v" + i));
    }
  }

  void whoeverWritesARowThatIsNotInstalledFollowsIt() {
    begin();
    SqlSessionCore bob = sessionElsewhere();
    for (int i = 1; i <= 3; i++) {
      SqlOutcome[] bulk = begin(ann, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1");
      while (bulk[0] == null) {
        assertDone(auto(bob, "UPDATE many SET v = v + 0 WHERE id = ?", (long) MANY));
      }
      assertThat(count(await(bulk))).isEqualTo(MANY);
      assertThat(sum("many WHERE id = " + MANY)).isEqualTo(i);
      assertThat(sum("many")).isEqualTo((long) i * MANY);
    }
  }

  void noChildIsLeftWithoutItsParent() {
    begin();
    assertDone(
        auto(ann, "CREATE TABLE child (id BIGINT PRIMARY KEY, many BIGINT REFERENCES many (id))"));
    SqlSessionCore bob = sessionElsewhere();
    for (int i = 0; i < 3; i++) {
      SqlOutcome[] bulk =
          begin(
              ann,
              Statement.AUTO_COMMIT,
              "INSERT INTO child SELECT id + 10000 * %d, id FROM many".formatted(i));
      SqlOutcome gone = auto(bob, "DELETE FROM many WHERE id = ?", 100L + i);
      SqlOutcome ended = await(bulk);
      assertThat(ended.end().isCommitted() || gone.end().isCommitted()).isTrue();
      assertThat(
              value(
                  auto(bob, "SELECT COUNT(*) FROM child WHERE many NOT IN (SELECT id FROM many)")))
          .isEqualTo(0L);
    }
  }

  void masteryMovesMeanwhile() {
    begin();
    SqlSessionCore bob = sessionElsewhere();
    for (int i = 1; i <= 4; i++) {
      SqlOutcome[] bulk = begin(ann, Statement.AUTO_COMMIT, "UPDATE many SET v = v + 1");
      assertDone(in(bob, "UPDATE other SET v = v + 1 WHERE id = ?", (long) i));
      assertDone(in(bob, "UPDATE many SET v = v + 1 WHERE id = ?", 120L * i));
      SqlOutcome end = in(bob, "COMMIT");
      long own = end.end().isCommitted() ? 1 : 0;
      assertThat(count(await(bulk))).isEqualTo(MANY);
      assertThat(value(auto(ann, "SELECT v FROM many WHERE id = ?", 120L * i))).isEqualTo(i + own);
    }
  }
}
