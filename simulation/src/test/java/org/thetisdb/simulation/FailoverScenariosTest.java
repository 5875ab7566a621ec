package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;

/** Scenarios about site 2, which stands in for site 1 after that was lost. */
final class FailoverScenariosTest extends SiteFixture {
  private static final Release WISH = new Release(9, List.of(new Mastership(P0, 1)), 2, 1, 1);

  private static final long LONG_US = 5_000_000;

  private void siteOneIsLost() {
    execute(1, raise(1, 5));
    nodes.get(1).kill();
    Node second = nodes.get(2);
    second.answers.clear();
    second.send(new FailoverSuccessor(1));
    world.runFor(STEP_US);
    SuccessorReady ready = (SuccessorReady) second.answers.get(0);
    assertThat(hasSuccessor.incarnation()).isEqualTo(2);
  }

  @Test
  void whatItGivesUpForTheLostSiteGoesOnFromAllThatWasAcknowledged() {
    siteOneIsLost();
    assertThat(((Released) ask(2, WISH)).refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(7L);
  }

  @Test
  void itGivesUpOnlyWhatTheLostSiteMastersAndOnlyInTheNextTerm() {
    siteOneIsLost();
    assertThat(refusedOf(new Mastership(P0, 2))).isTrue();
    assertThat(refusedOf(new Mastership(P1, 1))).isTrue();
    assertThat(refusedOf(new Mastership(P0, 1))).isFalse();
  }

  private boolean refusedOf(Mastership wanted) {
    Released answer = (Released) ask(2, new Release(9, List.of(wanted), 2, 1, 1));
    return !answer.refused().isEmpty();
  }

  @Test
  void aReleaseThatDoesNotGetToTheLogIsRefusedAndNotLeftOpen() {
    siteOneIsLost();
    log.failNextAppend(1);
    Node second = nodes.get(2);
    second.answers.clear();
    second.send(WISH);
    world.runFor(STEP_US);
    assertThat(second.answers)
        .anySatisfy(
            answer -> assertThat(answer).isInstanceOfSatisfying(Released.class, this::isRefused));
    assertThat(second.halted).isNull();
  }

  private void isRefused(Released released) {
    assertThat(released.moveId()).isEqualTo(WISH.moveId());
    assertThat(released.refused()).hasSize(1);
  }

  @Test
  void whenTheSiteIsBackItHasWhatWasNotGivenUp() {
    siteOneIsLost();
    Node second = nodes.get(2);
    start(1);
    second.answers.clear();
    world.runFor(STEP_US);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(6L);
    Message late = ask(2, WISH);
    assertThat(late).isInstanceOfSatisfying(Released.class, this::isRefused);
  }

  /** A router that drains the lost site waits for the answer before it asks anybody again. */
  @Test
  void askedTooLateToLeaveForTheLostSiteItRefuses() {
    siteOneIsLost();
    start(1);
    world.runFor(STEP_US);
    Message late = ask(2, new Leave(WISH.moveId(), List.of(2), 1));
    assertThat(late).isInstanceOfSatisfying(Released.class, this::isRefused);
  }

  @Test
  void aSiteThatReadsItsLogComesBackAtTheFirstTry() {
    siteOneIsLost();
    log.lag("site-1", LONG_US);
    Node back = new Node(1);
    nodes.put(1, back);
    world.runFor(LONG_US / 2);
    assertThat(((Released) ask(2, WISH)).refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(7L);
    world.runFor(LONG_US / 2 + STEP_US);
    connect(back);
    assertThat(back.hello.incarnation()).isEqualTo(3);
    assertThat(back.halted).isNull();
    assertThat(back.told).anyMatch(moved -> moved.partition() == P0 && moved.site() == 2);
  }

  @Test
  void anIdleLostSiteEndsWhenACutNamesWhatItDidNotWrite() {
    Node first = nodes.get(1);
    Node second = nodes.get(2);
    second.send(new FailoverSuccessor(1));
    world.runFor(STEP_US);
    assertThat(first.halted).isNull();
    cut();
    assertThat(first.halted)
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED));
  }

  @Test
  void aLostSiteEndsWhenItReadsWhatDependsOnItsLogsRest() {
    Node first = nodes.get(1);
    nodes.get(2).send(new FailoverSuccessor(1));
    world.runFor(STEP_US);
    assertThat(first.halted).isNull();
    assertThat(((Released) ask(2, WISH)).refused()).isEmpty();
    assertThat(first.halted)
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FENCED));
  }
}
