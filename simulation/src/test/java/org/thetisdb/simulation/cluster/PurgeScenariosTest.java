package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.wire.SqlRequest.Statement;

/** Scenarios of tables that are dropped, and whose rows each site removes by itself. */
@Tag("slow")
@InTurn(oneIn = 4, from = 1)
final class PurgeScenariosTest extends PurgeFixture {
  private static final long SECOND_US = 1_000_000;

  PurgeScenariosTest() {
    super(200);
  }

  @Test
  void memoryComesBackAtAllSitesAndTheLogHardlyNotices() {
    open();
    List<Long> before = sites.stream().map(site -> site.store().usedBytes()).toList();
    makeBig();
    assertThat(rowsAt(site(1))).isEqualTo(2 * ROWS + 1);
    long logged = loggedBytes();
    assertDone(auto(ann, "DROP TABLE big"));
    assertOnlyKeptIsLeft(SECOND_US);
    assertThat(loggedBytes() - logged).as("bytes logged").isLessThan(20_000);
    for (int i = 0; i < before.size(); i++) {
      assertThat(sites.get(i).store().usedBytes()).isLessThan(before.get(i) + 20_000);
    }
  }

  @Test
  void aTableOfTheSameNameLosesNothing() {
    open();
    for (int round = 0; round < 3; round++) {
      makeBig();
      assertThat(value(auto(ann, "SELECT COUNT(*) FROM big"))).isEqualTo((long) ROWS);
      assertThat(value(auto(ann, "SELECT id FROM big WHERE v = 'a value of row 7'"))).isEqualTo(7L);
      assertDone(auto(ann, "DROP TABLE big"));
    }
    assertOnlyKeptIsLeft(SECOND_US);
  }

  @Test
  void aSiteThatWasNotThereRemovesWhatItHasFromItsCheckpoint() {
    open();
    makeBig();
    world.runFor(SECOND_US);
    assertThat(site(2).disk().list()).isNotEmpty();
    site(2).process().kill();
    world.runFor(3 * SECOND_US);
    assertDone(auto(ann, "DROP TABLE big"));
    world.runFor(SECOND_US);
    assertThat(rowsAt(site(3))).isEqualTo(1);
    site(2).start();
    assertThat(mostRowsAt(site(2), 2 * SECOND_US)).as("from the checkpoint").isGreaterThan(ROWS);
    assertOnlyKeptIsLeft(SECOND_US);
    world.runFor(SECOND_US);
    site(2).process().kill();
    site(2).start();
    assertOnlyKeptIsLeft(3 * SECOND_US);
  }

  private long mostRowsAt(SiteMachine site, long withinUs) {
    long most = 0;
    for (long endUs = world.nowUs() + withinUs; world.nowUs() < endUs; ) {
      world.runFor(500);
      most = Math.max(most, rowsAt(site));
    }
    return most;
  }

  @Test
  void whoeverStopsWhileRowsGoGoesOnWhenItIsBack() {
    open();
    for (int round = 0; round < 6; round++) {
      makeBig();
      assertDone(auto(ann, "DROP TABLE big"));
      world.runFor(round * 5_000L);
      SiteMachine stopped = site(1 + round % 3);
      stopped.process().kill();
      stopped.start();
      assertOnlyKeptIsLeft(4 * SECOND_US);
    }
  }

  @Test
  void aSiteThatBeginsWithACopyDoesNotBringRowsBack() {
    open();
    makeBig();
    for (int i = 0; i < 100 && !areLogsCut(); i++) {
      assertDone(auto(ann, "UPDATE kept SET v = ? WHERE id = ?", "changed", 1L));
      world.runFor(100_000);
    }
    assertDone(auto(ann, "UPDATE kept SET v = ? WHERE id = ?", "kept", 1L));
    assertThat(areLogsCut()).isTrue();
    SqlOutcome query = auto(ann, "SELECT id, w FROM big");
    assertThat(query.result().cursor()).isNotZero();
    loseAllOf(site(3));
    assertDone(auto(ann, "DROP TABLE big"));
    world.runFor(SECOND_US);
    site(3).start();
    world.runFor(3 * SECOND_US);
    assertThat(rowsAt(site(3))).as("while rows are read elsewhere").isEqualTo(1);
    ann.closeCursor(query.result().cursor());
    assertOnlyKeptIsLeft(2 * SECOND_US);
  }

  private void loseAllOf(SiteMachine site) {
    site.process().kill();
    List.copyOf(site.disk().list()).forEach(site.disk()::delete);
    world.runFor(3 * SECOND_US);
  }

  /** Whoever masters the catalog is among them. */
  @Test
  void anySiteMayBeLostHalfWay() {
    open();
    for (int round = 0; round < 9; round++) {
      makeBig();
      SqlOutcome[] dropped = begin(ann, Statement.AUTO_COMMIT, "DROP TABLE big");
      world.runFor(round / 3 * 1_500L);
      SiteMachine lost = site(1 + round % 3);
      lost.process().kill();
      await(dropped);
      world.runFor(3 * SECOND_US);
      lost.start();
      world.runFor(SECOND_US);
      assertDone(auto(ann, "DROP TABLE IF EXISTS big"));
      assertOnlyKeptIsLeft(4 * SECOND_US);
    }
  }
}
