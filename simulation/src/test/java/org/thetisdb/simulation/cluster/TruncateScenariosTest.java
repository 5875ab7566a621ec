package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** TRUNCATE of tables with many rows, which get new stored tables. */
@Tag("slow")
@InTurn(oneIn = 4)
final class TruncateScenariosTest extends PurgeFixture {
  private static final long SECOND_US = 1_000_000;

  /** More than are deleted row by row. */
  private static final int MANY = 6_000;

  private SqlSessionCore bob;

  TruncateScenariosTest() {
    super(300);
  }

  @BeforeEach
  void openTables() {
    open();
    bob = sessionElsewhere();
    makeBig();
    fillBig(ROWS, MANY);
  }

  private Object count(SqlSessionCore session, String table) {
    return value(auto(session, "SELECT COUNT(*) FROM " + table));
  }

  @Test
  void rowsGoAtOnceAndTheTableGoesOn() {
    long logged = loggedBytes();
    assertThat(count(auto(ann, "TRUNCATE big"))).isZero();
    assertThat(count(ann, "big")).isEqualTo(0L);
    assertThat(loggedBytes() - logged).as("bytes logged").isLessThan(20_000);
    assertOnlyKeptIsLeft(SECOND_US);
    assertDone(auto(bob, "INSERT INTO big VALUES (?, ?, ?)", 7L, "seven", "w"));
    assertThat(value(auto(bob, "SELECT id FROM big WHERE v = 'seven'"))).isEqualTo(7L);
    assertFailed(auto(ann, "INSERT INTO big VALUES (7, 'again', 'w')"), ErrorCode.UNIQUE_VIOLATION);
    assertThat(count(auto(ann, "TRUNCATE big"))).as("row by row").isZero();
    assertOnlyKeptIsLeft(SECOND_US);
  }

  @Test
  void whoeverHadWrittenThereComesTooLate() {
    assertDone(in(bob, "INSERT INTO big VALUES (?, ?, ?)", 77_777L, "late", "w"));
    assertDone(auto(ann, "TRUNCATE big"));
    assertFailed(in(bob, "COMMIT"), ErrorCode.SERIALIZATION_FAILURE);
    assertOnlyKeptIsLeft(SECOND_US);
  }

  @Test
  void anOlderSnapshotDoesNotFindTheTableEmpty() {
    assertThat(value(in(bob, "SELECT COUNT(*) FROM big"))).isEqualTo((long) MANY);
    assertDone(auto(ann, "TRUNCATE big"));
    assertFailed(in(bob, "SELECT COUNT(*) FROM big"), ErrorCode.SERIALIZATION_FAILURE);
    assertDone(in(bob, "ROLLBACK"));
    assertThat(value(in(bob, "SELECT COUNT(*) FROM big"))).isEqualTo(0L);
    assertDone(in(bob, "COMMIT"));
    assertOnlyKeptIsLeft(SECOND_US);
  }

  @Test
  void aLongQueryIsReadToItsEnd() {
    SqlOutcome first = auto(bob, "SELECT id, w FROM big");
    assertDone(auto(ann, "TRUNCATE big"));
    world.runFor(2 * SECOND_US);
    assertThat(readOn(bob, first)).isEqualTo(MANY);
    assertOnlyKeptIsLeft(SECOND_US);
  }

  @Test
  void writersGoOnMeanwhileAndNoneIsLostThatWasToldSo() {
    long written = 0;
    SqlOutcome[] truncated = begin(ann, Statement.AUTO_COMMIT, "TRUNCATE TABLE big");
    while (truncated[0] == null) {
      long id = 100_000 + written++;
      assertDone(auto(bob, "INSERT INTO big VALUES (?, ?, ?)", id, "before or after", "w"));
    }
    assertDone(truncated[0]);
    for (int i = 0; i < 20; i++) {
      long id = 200_000 + i;
      assertDone(auto(bob, "INSERT INTO big VALUES (?, ?, ?)", id, "after", "w"));
    }
    world.runFor(SECOND_US);
    List<?> left = rows(auto(bob, "SELECT id FROM big ORDER BY id"));
    long first = (Long) ((List<?>) left.get(0)).get(0);
    assertThat(left)
        .as("of those that came meanwhile the last ones")
        .hasSize((int) (first >= 200_000 ? 20 : 100_000 + written - first + 20));
    assertThat(rows(auto(ann, "SELECT id FROM big WHERE v = 'after'"))).hasSize(20);
  }

  @Test
  void tablesThatReferToEachOtherAndRowIdsAndSequences() {
    assertDone(
        auto(
            ann,
            "CREATE TABLE child (big BIGINT REFERENCES big (id), n BIGINT GENERATED ALWAYS AS"
                + " IDENTITY)"));
    assertDone(auto(ann, "COMMENT ON INDEX big_v IS 'by value'"));
    world.runFor(SECOND_US);
    for (int i = 0; i < 20; i++) {
      assertDone(auto(bob, "INSERT INTO child (big) VALUES (?)", (long) i));
    }
    assertFailed(auto(ann, "TRUNCATE big"), ErrorCode.NOT_SUPPORTED);
    assertDone(auto(ann, "TRUNCATE big RESTART IDENTITY CASCADE"));
    assertOnlyKeptIsLeft(SECOND_US);
    assertDone(auto(bob, "INSERT INTO big VALUES (?, ?, ?)", 1L, "one", "w"));
    assertDone(auto(bob, "INSERT INTO child (big) VALUES (1)"));
    assertThat(value(auto(bob, "SELECT n FROM child"))).isEqualTo(1L);
    assertFailed(auto(bob, "INSERT INTO child (big) VALUES (2)"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertFailed(auto(ann, "DELETE FROM big WHERE id = 1"), ErrorCode.FOREIGN_KEY_VIOLATION);
    assertThat(value(auto(ann, "SELECT COUNT(*) FROM big JOIN child ON big.id = child.big")))
        .isEqualTo(1L);
  }

  @Test
  void withinATransactionRowsGoOneByOne() {
    assertDone(in(ann, "TRUNCATE big"));
    assertDone(in(ann, "ROLLBACK"));
    assertThat(count(ann, "big")).isEqualTo((long) MANY);
    assertDone(in(ann, "TRUNCATE big"));
    assertDone(in(ann, "COMMIT"));
    assertOnlyKeptIsLeft(4 * SECOND_US);
  }

  @Test
  void sitesAndRoutersMayBeLostHalfWay() {
    for (int round = 0; round < 8; round++) {
      SqlOutcome[] truncated = begin(ann, Statement.AUTO_COMMIT, "TRUNCATE big");
      world.runFor(round * 700L);
      if (round % 4 == 3) {
        restartRouter();
        await(truncated);
      } else {
        SiteMachine lost = site(1 + round % 4);
        lost.process().kill();
        await(truncated);
        world.runFor(3 * SECOND_US);
        lost.start();
      }
      world.runFor(2 * SECOND_US);
      assertDone(truncated[0]);
      assertOnlyKeptIsLeft(4 * SECOND_US);
      fillBig(0, MANY);
    }
  }
}
