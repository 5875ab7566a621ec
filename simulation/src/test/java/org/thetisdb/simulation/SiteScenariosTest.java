package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.Withdraw;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.server.catalog.Catalog;

/**
 * Scenarios about two sites and a router that is played by the test. Counter 1 begins at site 1,
 * counter 101 at site 2.
 */
final class SiteScenariosTest extends SiteFixture {
  @Test
  void aCommitIsAnsweredOnceItIsInTheLogAndIsAppliedElsewhere() {
    assertThat(valueOf(execute(1, raise(1, 5)))).isEqualTo(5L);
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(5L);
  }

  @Test
  void anAbortLeavesNothing() {
    Executed aborted = (Executed) execute(1, raise(1, -1));
    assertThat(aborted.errorNumber()).isEqualTo(ErrorCode.ABORTED_BY_PROCEDURE.number());
    assertThat(aborted.message()).contains("would fall below 0");
    assertThat(valueOf(execute(1, raise(1, 3)))).isEqualTo(3L);
  }

  @Test
  void anAbortThatTheProcedureCatchesCountsAllTheSame() {
    Executed aborted = (Executed) execute(1, call("Stubborn", 1, 1L).writes(P0, 0));
    assertThat(aborted.errorNumber()).isEqualTo(ErrorCode.ABORTED_BY_PROCEDURE.number());
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }

  /**
   * A jar is applied before the log has it. A router that heard of it then would send calls of it
   * everywhere; if the site is lost now, nobody ever has it.
   */
  @Test
  void whatTheLogDoesNotHaveYetIsNotToldToRouters() {
    Node site = nodes.get(1);
    site.answers.clear();
    CallBuilder install = call("thetis.install_jar", 0, "bank", new byte[] {2});
    site.send(install.writes(Catalog.PARTITION, 0).build(site));
    for (int i = 0; i < 20; i++) {
      site.send(new JarsRequest());
      world.runFor(20);
    }
    world.runFor(STEP_US);
    assertThat(site.answers).hasAtLeastOneElementOfType(Executed.class);
    boolean durable = false;
    int told = 0;
    for (Message answer : site.answers) {
      durable |= answer instanceof Executed;
      boolean tells = answer instanceof Jars jars && jars.jars().get(0).version() == 2;
      assertThat(tells && !durable).as("told before the log has it").isFalse();
      told += tells ? 1 : 0;
    }
    assertThat(told).isPositive();
  }

  @Test
  void aSiteThatDoesNotMasterThePartitionSaysWhoDoes() {
    Replan replan = (Replan) execute(2, raise(1, 5));
    assertThat(replan.owners())
        .singleElement()
        .satisfies(owner -> assertThat(owner.site()).isEqualTo(1));
  }

  @Test
  void afterARemasterTheNewMasterGoesOnFromTheNewestVersion() {
    execute(1, raise(1, 5));
    Released released = (Released) ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    assertThat(released.refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(7L);
    Replan replan = (Replan) execute(1, raise(1, 1));
    assertThat(replan.owners().get(0).term()).isEqualTo(1);
  }

  @Test
  void whoMastersAPartitionNowIsToldWhenTheLogHasTheRelease() {
    log.goAway(4 * STEP_US);
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    first.send(raise(1, 5).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).as("if the site died now, it would be the master").isEmpty();
    world.runFor(5 * STEP_US);
    assertThat(first.answers).hasSize(2);
    assertThat(first.answers.get(0)).isInstanceOf(Released.class);
    assertThat(((Replan) first.answers.get(1)).owners().get(0).site()).isEqualTo(2);
  }

  @Test
  void aCallThatComesBeforeTheReleaseIsAppliedWaitsForIt() {
    Node second = nodes.get(2);
    second.send(raise(1, 2).writes(P0, 1).build(second));
    assertThat(second.answers).isEmpty();
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(STEP_US);
    assertThat(valueOf(second.answers.get(0))).isEqualTo(2L);
  }

  /**
   * A router asks for a partition on behalf of the next call as soon as it has sent the one for
   * which the partition had come. Were the request judged first, that call would be sent away, and
   * so would all that want the partition at different sites, for ever.
   */
  @Test
  void aCallThatCameBeforeARequestForItsPartitionRuns() {
    Node first = nodes.get(1);
    first.answers.clear();
    first.process.pause(STEP_US);
    first.send(raise(1, 5).build(first));
    first.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(2 * STEP_US);
    assertThat(valueOf(first.answers.get(0))).isEqualTo(5L);
    assertThat(((Released) first.answers.get(1)).refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(6L);
  }

  @Test
  void aRequestThatIsWithdrawnBeforeItIsJudgedIsRefused() {
    Node first = nodes.get(1);
    first.answers.clear();
    first.process.pause(STEP_US);
    first.send(raise(1, 5).build(first));
    first.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    first.send(new Withdraw(9));
    world.runFor(2 * STEP_US);
    assertThat(first.answers).hasSize(2);
    assertThat(first.answers)
        .filteredOn(Released.class::isInstance)
        .singleElement()
        .satisfies(answer -> assertThat(((Released) answer).refused()).hasSize(1));
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(6L);
  }

  @Test
  void aReleaseOfWhatIsOnItsWayWaitsUntilWhoCameForItHasRun() {
    log.holdBack(2);
    assertThat(((Released) ask(2, new Release(8, List.of(new Mastership(P1, 1)), 1, 1))).refused())
        .isEmpty();
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(raise(101, 5).writes(P1, 1).build(first));
    first.send(new Release(9, List.of(new Mastership(P1, 2)), 2, 1));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    log.release(2);
    world.runFor(STEP_US);
    assertThat(valueOf(first.answers.get(0))).isEqualTo(5L);
    assertThat(((Released) first.answers.get(1)).refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(101, 1).writes(P1, 2)))).isEqualTo(6L);
  }

  @Test
  void whatIsHereStaysWhileACallWaitsForMore() {
    log.holdBack(2);
    ask(2, new Release(8, List.of(new Mastership(P1, 1)), 1, 1));
    Node first = nodes.get(1);
    first.answers.clear();
    CallBuilder shift = call("Shift", 1, 1L, 101L, -3L);
    shift.written = List.of(new Mastership(P0, 0), new Mastership(P1, 1));
    first.send(shift.build(first));
    first.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    log.release(2);
    world.runFor(STEP_US);
    assertThat(valueOf(first.answers.get(0))).isEqualTo(-3L);
    assertThat(((Released) first.answers.get(1)).refused()).isEmpty();
  }

  @Test
  void aReleaseInTheWrongTermIsRefused() {
    Released released = (Released) ask(1, new Release(9, List.of(new Mastership(P0, 2)), 2, 1));
    assertThat(released.refused()).hasSize(1);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }

  @Test
  void aRepeatedCallGetsItsRecordedAnswerAtTheSameSiteAndAtAnother() {
    CallBuilder call = raise(1, 5).session(77, 1);
    assertThat(valueOf(execute(1, call))).isEqualTo(5L);
    assertThat(valueOf(execute(1, call.repetition(reports())))).isEqualTo(5L);
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    assertThat(valueOf(execute(2, call.repetition(reports()).writes(P0, 1)))).isEqualTo(5L);
    assertThat(valueOf(execute(2, raise(1, 1).session(78, 1).writes(P0, 1)))).isEqualTo(6L);
  }

  @Test
  void anUpdateOfForeignReadsRunsAtACutWithItsNewestRow() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 10));
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(call("RaiseBy", 1, 1L, 101L).writes(P0, 0).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    cut();
    assertThat(valueOf(first.answers.get(0))).isEqualTo(15L);
  }

  @Test
  void aSiteAsksForACutOnceWhenACallWaitsForOneAndNeverElse() {
    execute(1, raise(1, 5));
    execute(1, raise(2, 5));
    execute(2, raise(101, 10));
    cut();
    Node first = nodes.get(1);
    assertThat(first.cutsWanted).isZero();
    execute(1, raise(1, 1));
    first.answers.clear();
    first.send(call("RaiseBy", 1, 1L, 101L).writes(P0, 0).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).as("no cut shows its newest row").isEmpty();
    assertThat(first.cutsWanted).isOne();
    cut();
    assertThat(valueOf(first.answers.get(0))).isEqualTo(16L);
    assertThat(first.cutsWanted).isOne();
    assertThat(nodes.get(2).cutsWanted).isZero();
  }

  @Test
  void aCallThatWasSentAsOneThatWritesNothingWritesNothing() {
    Replan found = (Replan) execute(1, call("Shift", 1, 1L, 2L, 7L));
    assertThat(found.touched().written()).isNotEmpty();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 2L)))).isEqualTo(0L);
  }

  @Test
  void reconnaissanceFindsTheKeysAndLeavesNoTrace() {
    Replan found = (Replan) execute(1, call("Shift", 1, 1L, 2L, 7L).reconnaissance());
    assertThat(found.touched().written()).hasSize(2);
    assertThat(
            valueOf(execute(1, call("Shift", 1, 1L, 2L, 7L).writes(P0, 0).plan(found.touched()))))
        .isEqualTo(7L);
    assertThat(valueOf(execute(1, raise(2, 0)))).isEqualTo(7L);
  }

  @Test
  void aRunThatGoesBeyondItsPlanComesBackWithTheKeysItNeeds() {
    Replan beyond = (Replan) execute(1, call("Shift", 1, 1L, 101L, 7L).writes(P0, 0));
    assertThat(beyond.touched().written()).hasSize(2);
  }

  @Test
  void aRowMetTooEarlyIsPlannedAndAwaitedNotRetried() {
    Replan both = (Replan) execute(1, call("Shift", 1, 1L, 101L, 0L).reconnaissance());
    RowKey elsewhere = both.touched().written().get(1);
    KeySet readsElsewhere = new KeySet(List.of(), List.of(elsewhere), List.of());
    execute(1, raise(2, 5));
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(call("Shift", 1, 1L, 2L, 3L).writes(P0, 0).plan(readsElsewhere).build(site));
    world.runFor(STEP_US);
    assertThat(site.answers).isEmpty();
    cut();
    assertThat(valueOf(site.answers.get(0))).isEqualTo(3L);
    assertThat(valueOf(execute(1, raise(2, 0)))).isEqualTo(8L);
  }

  @Test
  void aSiteThatStartsAgainHasItsRowsItsMastershipAndItsOutcomes() {
    execute(1, raise(1, 5).session(77, 1));
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    execute(2, raise(1, 2).session(77, 2).writes(P0, 1));
    nodes.get(2).site.close();
    world.runFor(STEP_US);
    start(2);
    assertThat(nodes.get(2).hello.incarnation()).isEqualTo(2);
    assertThat(nodes.get(2).told).hasSize(1);
    CallBuilder again = raise(1, 2).session(77, 2).writes(P0, 1).repetition(reports());
    assertThat(valueOf(execute(2, again))).isEqualTo(7L);
    assertThat(valueOf(execute(2, raise(1, 1).session(77, 3).writes(P0, 1)))).isEqualTo(8L);
  }

  @Test
  void anOldIncarnationThatWakesUpIsFencedByItsFirstAppend() {
    Node zombie = nodes.get(1);
    start(1);
    zombie.answers.clear();
    zombie.send(raise(1, 5).build(zombie));
    world.runFor(STEP_US);
    assertThat(zombie.answers).isEmpty();
    assertThat(zombie.halted).isNotNull();
  }

  @Test
  void whoFindsAZombiesEntryBetweenItsOwnReadsItBackAndGoesOn() {
    Node zombie = nodes.get(1);
    start(1);
    zombie.send(raise(1, 5).build(zombie));
    world.runFor(STEP_US);
    assertThat(zombie.halted).isNotNull();
    assertThat(valueOf(execute(1, raise(1, 1).session(77, 1)))).isEqualTo(1L);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(2L);
    assertThat(nodes.get(1).halted).isNull();
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(2L);
  }

  @Test
  void aCallForATermThatNeverComesIsRefusedInTime() {
    Executed refused = (Executed) execute(1, raise(1, 5).writes(P0, 3), 2_000_000);
    assertThat(refused.errorNumber()).isEqualTo(ErrorCode.TIMED_OUT.number());
  }

  @Test
  void anUnknownProcedureAndWrongArgumentsAreRefused() {
    Executed wrong = (Executed) execute(1, call("Raise", 1, "x").writes(P0, 0));
    assertThat(wrong.errorNumber()).isEqualTo(ErrorCode.WRONG_ARGUMENTS.number());
    Executed unknown = (Executed) execute(1, call("Nothing", 0, 1L));
    assertThat(unknown.errorNumber()).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE.number());
  }

  @Test
  void aNewRouterIsAnsweredWhenAllThatOlderOnesStartedIsInTheLog() {
    Node first = nodes.get(1);
    long before = reports().get(1);
    log.goAway(4 * STEP_US);
    first.send(raise(1, 5).session(77, 1).build(first));
    world.runFor(STEP_US);
    assertThat(hello(first)).isNull();
    world.runFor(4 * STEP_US);
    assertThat(first.hello.vector().get(1)).isGreaterThan(before);
  }
}
