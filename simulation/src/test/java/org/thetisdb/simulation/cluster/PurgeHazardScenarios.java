package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;

/** What must not be lost when a table is dropped: see decision 0077. */
final class PurgeHazardScenarios extends PurgeFixture {
  /** A query that began before the table was dropped is read to its end, long afterwards. */
  void aLongQuerySeesAllOfATableThatIsDropped() {
    startCluster();
    open();
    makeBig();
    SqlSessionCore bob = sessionElsewhere();
    SqlOutcome first = auto(bob, "SELECT id, w FROM big");
    assertThat(first.result().cursor()).isNotZero();
    assertDone(auto(ann, "DROP TABLE big"));
    world.runFor(3_000_000);
    for (SiteMachine site : sites) {
      long kept = site.longQueries() == 0 ? 0 : 2 * ROWS;
      assertThat(rowsAt(site)).as("rows at site %d", site.id()).isEqualTo(1 + kept);
    }
    assertThat(readOn(bob, first)).isEqualTo(ROWS);
    assertOnlyKeptIsLeft(200_000);
  }

  /** A router is lost between a drop and what follows it. */
  void aRouterGoesOnWithWhatTheOneBeforeHasLeft() {
    startCluster();
    open();
    for (int round = 0; round < 4; round++) {
      makeBig();
      assertDone(auto(ann, "DROP TABLE big"));
      world.runFor(round * 1_000L);
      restartRouter();
      assertOnlyKeptIsLeft(4_000_000);
    }
  }
}
