package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.replication.membership.ClusterSettings;

/**
 * Two sites of which none holds every row: the first masters P0, the second P1 (decision 0186). The
 * router is played by the test.
 */
final class WithoutFullSiteScenariosTest extends ReplicaFixture {
  private static final long INTERVAL_MS = 20;

  private int releases;

  WithoutFullSiteScenariosTest() {
    super(INTERVAL_MS, ClusterSettings.NO_FULL_SITE);
  }

  @Test
  void aReplicaComesFromTheSitesThatMasterItsParts() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    fillFrom(1);
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(12L);
  }

  @Test
  void aReplicaIsNotFilledWhileASiteIsAwayThatMastersSomeOfIt() {
    execute(1, raise(1, 5));
    record(sets.with(P0, P1, 2));
    cut();
    ReplicaFilled answer = askToFill(2);
    assertThat(answer.state()).isEqualTo(Filling.FAILED);
    assertThat(answer.problem()).contains("site 1, which masters some of it, is not connected");
  }

  @Test
  void aStandInGivesNothingToASiteThatLacksTheRows() {
    execute(1, raise(1, 5));
    assertThat(isRefusedByTheStandIn()).isTrue();
  }

  @Test
  void aStandInGivesWhatASiteKeepsByAReplica() {
    execute(1, raise(1, 5));
    fillFrom(1);
    for (int round = 0; round < 8; round++) {
      execute(1, raise(7, 1), 1_000);
      cut();
      world.runFor(INTERVAL_MS * 1_000);
    }
    record(sets.savedAt(1));
    cut();
    assertThat(isRefusedByTheStandIn()).isFalse();
    cut();
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(6L);
  }

  private boolean isRefusedByTheStandIn() {
    nodes.get(1).kill();
    Node second = nodes.get(2);
    second.send(new FailoverSuccessor(1));
    world.runFor(5 * STEP_US);
    second.answers.clear();
    List<Mastership> wanted = List.of(new Mastership(P0, 1));
    second.send(new Release(++releases, wanted, 2, incarnation(), 1, true));
    world.runFor(5 * STEP_US);
    Released answer =
        answersOf(second).stream()
            .filter(Released.class::isInstance)
            .map(Released.class::cast)
            .findFirst()
            .orElseThrow();
    return !answer.refused().isEmpty();
  }
}
