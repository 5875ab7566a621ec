package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.server.catalog.Catalog;

/**
 * Scenarios about replicas that stay behind a restart, since checkpoints have them, and that may be
 * promoted then (decision 0123). The router is played by the test.
 */
final class SavedReplicaScenariosTest extends ReplicaFixture {
  private static final long INTERVAL_MS = 20;

  private int releases;

  SavedReplicaScenariosTest() {
    super(INTERVAL_MS);
  }

  @Test
  void aReplicaThatACheckpointHasIsThereBehindARestart() {
    execute(1, raise(1, 5));
    join();
    passCheckpoints();
    nodes.get(2).kill();
    execute(1, raise(1, 1));
    start(2);
    cut();
    assertThat(sum(1L, 101L)).as("the log names the one before").isInstanceOf(Replan.class);
    ReplicaFilled answer = fill();
    assertThat(answer.state()).isEqualTo(Filling.FILLED);
    assertThat(answer.rows()).as("none is copied").isZero();
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(1L, 101L))).as("the logs have told the rest").isEqualTo(6L);
  }

  @Test
  void whatIsDroppedWhileItsSiteIsAwayGoesWhenItStarts() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    join();
    passCheckpoints();
    nodes.get(2).kill();
    record(sets.without(1));
    start(2);
    cut();
    world.runFor(60_000);
    cut();
    assertThat(sum(1L, 101L)).isInstanceOf(Replan.class);
    assertThat(rowsAtSecond()).as("what it masters it keeps").isEqualTo(1);
  }

  @Test
  void aSiteSaysWhenEachOfItsCheckpointsHasAReplica() {
    execute(1, raise(1, 5));
    join();
    assertThat(isSaved()).as("no checkpoint has it").isFalse();
    nodes.get(2).answers.clear();
    passCheckpoints();
    assertThat(isSaved()).isTrue();
    record(sets.savedAt(1));
    cut();
    nodes.get(2).answers.clear();
    passCheckpoints();
    assertThat(isSaved()).as("the log has it").isFalse();
  }

  @Test
  void whoeverIsPromotedHasItsRowsBehindARestart() {
    for (long id = 1; id <= 40; id++) {
      execute(1, raise(id, 5), 1_000);
    }
    join();
    passCheckpoints();
    record(sets.savedAt(1));
    cut();
    promote(true);
    assertThat(valueOf(execute(2, raise(40, 1).writes(P0, 1)))).isEqualTo(6L);
    restart();
    assertThat(valueOf(execute(2, raise(39, 1).writes(P0, 1)))).as("it is there").isEqualTo(6L);
    assertThat(valueOf(execute(2, raise(40, 1).writes(P0, 1)))).isEqualTo(7L);
  }

  @Test
  void aPromotedSiteWithoutCheckpointsCopiesRowsThatNoLogHas() {
    for (long id = 1; id <= 40; id++) {
      execute(1, raise(id, 5), 1_000);
    }
    join();
    passCheckpoints();
    record(sets.savedAt(1));
    cut();
    promote(true);
    assertThat(valueOf(execute(2, raise(40, 1).writes(P0, 1)))).isEqualTo(6L);
    cut();
    nodes.get(2).kill();
    checkpoints.remove(2);
    start(2);
    assertThat(valueOf(execute(2, raise(39, 1).writes(P0, 1)))).as("a copied row").isEqualTo(6L);
    assertThat(valueOf(execute(2, raise(40, 1).writes(P0, 1)))).as("a logged one").isEqualTo(7L);
  }

  @Test
  void rowsGoWithTheirMastershipIfTheRouterDoesNotSeeToTheReplica() {
    execute(1, raise(1, 5));
    join();
    passCheckpoints();
    record(sets.savedAt(1));
    record(sets.without(1));
    promote(false);
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(6L);
  }

  @Test
  void rowsGoThoughTheirSourceDoesNotKnowThatTheReplicaWasDropped() {
    for (long id = 1; id <= 40; id++) {
      execute(1, raise(id, 5), 1_000);
    }
    join();
    passCheckpoints();
    record(sets.savedAt(1));
    cut();
    release(Catalog.PARTITION, false);
    log.lag("site-1", 20 * STEP_US);
    Message dropped = changeAt(2, 1, sets.without(1));
    assertThat(((Executed) dropped).message()).isEmpty();
    world.runFor(5 * STEP_US);
    assertThat(rowsAtSecond()).as("they have gone").isZero();
    promote(false);
    world.runFor(30 * STEP_US);
    cut();
    assertThat(valueOf(execute(2, raise(40, 1).writes(P0, 1)))).isEqualTo(6L);
  }

  private void promote(boolean granteeHolds) {
    release(P0, granteeHolds);
  }

  private void release(long partition, boolean granteeHolds) {
    Node node = nodes.get(1);
    node.answers.clear();
    List<Mastership> released = List.of(new Mastership(partition, 1));
    node.send(new Release(++releases, released, 2, incarnation(), 0, granteeHolds));
    world.runFor(5 * STEP_US);
    assertThat(node.answers)
        .anyMatch(answer -> answer instanceof Released r && r.refused().isEmpty());
    cut();
  }

  /** Two of each site, and some of what comes from time to time. */
  private void passCheckpoints() {
    for (int round = 0; round < 8; round++) {
      execute(1, raise(7, 1), 1_000);
      cut();
      world.runFor(INTERVAL_MS * 1_000);
    }
  }

  private boolean isSaved() {
    for (Message each : List.copyOf(nodes.get(2).answers)) {
      if (each instanceof ReplicaFilled filled && filled.state() == Filling.SAVED) {
        return true;
      }
    }
    return false;
  }
}
