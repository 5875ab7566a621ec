package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Released;

/** Scenarios about a site that leaves (decision 0008). The router is played by the test. */
final class ElasticScenariosTest extends SiteFixture {
  private static final Leave LEAVE = new Leave(9, List.of(2), 0);

  /** Longer than a call may wait. */
  private static final long TOO_LONG_US = 1_200_000;

  private List<Released> leave(long waitUs) {
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(LEAVE);
    world.runFor(waitUs);
    return releases();
  }

  private List<Released> releases() {
    return answers(1, Released.class);
  }

  /** A site also tells of the sites there are, which is no answer. */
  private <T extends Message> List<T> answers(int site, Class<T> type) {
    return nodes.get(site).answers.stream().filter(type::isInstance).map(type::cast).toList();
  }

  @Test
  void aSiteLeavesOnlyWhenNobodyWritesThereAnyMore() {
    VersionVector neverReached = reports().with(2, 1_000);
    Node site = nodes.get(1);
    site.send(raise(1, 5).session(7, 1).repetition(neverReached).build(site));
    world.runFor(STEP_US);
    assertThat(leave(STEP_US)).isEmpty();
    world.runFor(TOO_LONG_US);
    assertThat(releases()).hasSize(1);
    assertThat(releases().get(0).refused()).isEmpty();
  }

  @Test
  void aSiteThatMastersWhatMovedToItSaysSoAndStays() {
    assertThat(((Released) ask(2, new Release(8, List.of(new Mastership(P1, 1)), 1, 1))).refused())
        .isEmpty();
    world.runFor(STEP_US);
    assertThat(leave(STEP_US).get(0).refused()).extracting("partition").containsExactly(P1);
    assertThat(valueOf(execute(1, raise(1, 5)))).isEqualTo(5L);
  }

  @Test
  void aSuccessorTakesCallsOnceItHasTheLastRecordOfWhoLeft() {
    execute(1, raise(1, 5));
    Node successor = nodes.get(2);
    successor.answers.clear();
    successor.send(raise(1, 1).writes(P0, 1).build(successor));
    world.runFor(STEP_US);
    assertThat(answers(2, Executed.class)).isEmpty();
    leave(STEP_US);
    assertThat(valueOf(answers(2, Executed.class).get(0))).isEqualTo(6L);
  }
}
