package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.RouterToSite.TableRights;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.sql.call.ControlCall;

/**
 * Scenarios about two sites that run calls in phases, and a router that is played by the test. Site
 * 1 is the master of single-master phases.
 */
final class PhaseScenariosTest extends SiteFixture {
  private static final TableRights OPEN = new TableRights(false, List.of(), List.of());
  private static final TableRights CLOSED =
      new TableRights(false, List.of(PartitionId.table(P0)), List.of());
  private static final TableRights COPIED =
      new TableRights(false, List.of(), List.of(PartitionId.table(P0)));

  private long phase = 1L << 32;
  private TableRights rights = OPEN;

  private void tell(int site, long number, int master, int incarnation, int onBehalfOf) {
    List<Integer> lenders = site == master && onBehalfOf == 0 ? List.of(2) : List.of();
    nodes.get(site).send(new SetPhase(number, master, incarnation, lenders, onBehalfOf, rights));
  }

  /** Both sites know what is theirs. */
  private void partitioned() {
    phase++;
    tell(1, phase, 0, 0, 0);
    tell(2, phase, 0, 0, 0);
    world.runFor(STEP_US);
  }

  /** Site 2 lends all that it masters to site 1. */
  private void singleMaster() {
    phase++;
    tell(2, phase, 1, 1, 0);
    tell(1, phase, 1, 1, 0);
    world.runFor(STEP_US);
  }

  private static boolean isDone(Message answer) {
    return answer instanceof Executed executed && executed.errorNumber() == 0;
  }

  @Test
  void inASingleMasterPhaseOneSiteWritesWhatBothMaster() {
    partitioned();
    assertThat(valueOf(execute(1, raise(1, 5)))).isEqualTo(5L);
    assertThat(valueOf(execute(2, raise(101, 7)))).isEqualTo(7L);
    singleMaster();
    assertThat(valueOf(execute(1, raise(101, 1)))).as("what site 2 masters").isEqualTo(8L);
    assertThat(valueOf(execute(1, raise(1, 1)))).as("what is its own").isEqualTo(6L);
    assertThat(execute(2, raise(101, 1))).as("at its lender").isInstanceOf(Replan.class);
  }

  @Test
  void afterwardsEachGoesOnFromWhatWasWritten() {
    partitioned();
    singleMaster();
    execute(1, raise(101, 7));
    partitioned();
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(8L);
    assertThat(execute(1, raise(101, 1))).as("at who has given it back").isInstanceOf(Replan.class);
  }

  @Test
  void aCallThatComesBeforeWhatIsLentWaitsForIt() {
    partitioned();
    phase++;
    tell(1, phase, 1, 1, 0);
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(raise(101, 1).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    tell(2, phase, 1, 1, 0);
    world.runFor(STEP_US);
    assertThat(first.answers).anyMatch(PhaseScenariosTest::isDone);
  }

  @Test
  void thePhaseIsInForceWhenTheLogHasWhatIsLent() {
    partitioned();
    phase++;
    Message answer = ask(2, new SetPhase(phase, 1, 1, List.of(), 0, OPEN));
    assertThat(answer).isInstanceOf(PhaseSet.class);
    PhaseSet set = (PhaseSet) answer;
    assertThat(set.phase()).isEqualTo(phase);
    assertThat(set.vector().get(2)).as("it names the record").isEqualTo(reports().get(2));
  }

  @Test
  void aPhaseThatIsOlderThanOneThatWasToldIsIgnored() {
    partitioned();
    singleMaster();
    tell(2, phase - 1, 0, 0, 0);
    tell(1, phase - 1, 0, 0, 0);
    world.runFor(STEP_US);
    assertThat(valueOf(execute(1, raise(101, 1)))).isEqualTo(1L);
  }

  @Test
  void whatIsLentGoesToNobodyElseBeforeItIsGivenBack() {
    partitioned();
    singleMaster();
    Node second = nodes.get(2);
    second.answers.clear();
    second.send(new Release(9, List.of(new Mastership(P1, 1)), 3, 1, 0));
    world.runFor(STEP_US);
    assertThat(second.answers).as("it waits").isEmpty();
    partitioned();
    assertThat(second.answers).anyMatch(Released.class::isInstance);
  }

  @Test
  void theBorrowerMayHaveItForGood() {
    partitioned();
    singleMaster();
    Released released = (Released) ask(2, new Release(9, List.of(new Mastership(P1, 1)), 1, 1, 0));
    assertThat(released.refused()).isEmpty();
    partitioned();
    assertThat(valueOf(execute(1, raise(101, 1).writes(P1, 1)))).isEqualTo(1L);
  }

  @Test
  void anInteractiveTransactionDoesNotWriteWhatIsOnlyBorrowed() {
    partitioned();
    singleMaster();
    assertThat(execute(1, raise(101, 1).in(71, 1, true, 0))).isInstanceOf(Replan.class);
    assertThat(isDone(execute(1, raise(1, 1).in(71, 1, true, 0)))).isTrue();
    partitioned();
    assertThat(isDone(execute(1, call(ControlCall.COMMIT, 0).in(71, 1, false, 0))))
        .as("it keeps what is its site's own when the phase is over")
        .isTrue();
  }

  @Test
  void oneAtALenderEndsWhenItsSiteLends() {
    partitioned();
    assertThat(isDone(execute(2, raise(101, 1).in(71, 1, true, 0)))).isTrue();
    singleMaster();
    assertThat(isDone(execute(2, call(ControlCall.COMMIT, 0).in(71, 1, false, 0)))).isFalse();
    assertThat(valueOf(execute(1, raise(101, 1)))).isEqualTo(1L);
  }

  @Test
  void aLenderThatRestartsHasStillLent() {
    partitioned();
    singleMaster();
    execute(1, raise(101, 7));
    nodes.get(2).kill();
    start(2);
    assertThat(execute(2, raise(101, 1))).isInstanceOf(Replan.class);
    assertThat(valueOf(execute(1, raise(101, 1)))).isEqualTo(8L);
    partitioned();
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(9L);
  }

  @Test
  void aBorrowerThatRestartsGivesBackWithoutBeingAsked() {
    partitioned();
    singleMaster();
    execute(1, raise(101, 7));
    nodes.get(1).kill();
    start(1);
    cut();
    phase++;
    tell(2, phase, 0, 0, 0);
    world.runFor(STEP_US);
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(8L);
  }

  @Test
  void whoStandsInForALostBorrowerGivesBackForIt() {
    partitioned();
    singleMaster();
    execute(1, raise(101, 7));
    nodes.get(1).kill();
    phase++;
    tell(2, phase, 0, 0, 0);
    Node second = nodes.get(2);
    second.answers.clear();
    second.send(raise(101, 1).build(second));
    world.runFor(STEP_US);
    assertThat(second.answers).as("the lost site may still write").isEmpty();
    second.send(new FailoverSuccessor(1));
    world.runFor(STEP_US);
    assertThat(second.answers).anyMatch(PhaseScenariosTest::isDone);
  }

  @Test
  void whoStandsInForALostLenderLendsForIt() {
    partitioned();
    execute(2, raise(101, 7));
    nodes.get(2).kill();
    Node first = nodes.get(1);
    first.send(new FailoverSuccessor(2));
    world.runFor(STEP_US);
    phase++;
    tell(1, phase, 1, 1, 2);
    tell(1, phase, 1, 1, 0);
    world.runFor(STEP_US);
    assertThat(valueOf(execute(1, raise(101, 1)))).isEqualTo(8L);
    start(2);
    assertThat(execute(2, raise(101, 1))).as("it is lent").isInstanceOf(Replan.class);
    partitioned();
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(9L);
  }

  /** A router waits for the answer, and so do all who write what is to move. */
  @Test
  void whoStandsInNoMoreRefusesWhatItWasAskedForWhileItLent() {
    partitioned();
    nodes.get(2).kill();
    Node first = nodes.get(1);
    first.send(new FailoverSuccessor(2));
    world.runFor(STEP_US);
    log.failNextAppend(2);
    first.answers.clear();
    phase++;
    tell(1, phase, 1, 1, 2);
    first.send(new Release(9, List.of(new Mastership(P1, 1)), 1, 1, 2));
    world.runFor(STEP_US);
    assertThat(first.answers)
        .anySatisfy(
            answer ->
                assertThat(answer)
                    .isInstanceOfSatisfying(
                        Released.class, released -> assertThat(released.refused()).hasSize(1)));
  }

  @Test
  void whoStandsInLendsNothingThatItsOwnLogHasNotGivenBack() {
    partitioned();
    singleMaster();
    execute(1, raise(101, 7));
    nodes.get(2).kill();
    Node first = nodes.get(1);
    first.send(new FailoverSuccessor(2));
    world.runFor(STEP_US);
    log.delayAppends(1, 10 * STEP_US);
    phase++;
    tell(1, phase, 0, 0, 0);
    world.runFor(STEP_US);
    first.answers.clear();
    int length = log.entries(2).size();
    phase++;
    tell(1, phase, 1, 1, 2);
    world.runFor(STEP_US);
    assertThat(log.entries(2)).as("the lost site lends on a promise only").hasSize(length);
    assertThat(first.answers).noneMatch(PhaseScenariosTest::isSetAtTheLostSite);
    world.runFor(10 * STEP_US);
    assertThat(log.entries(2)).as("the log has what was given back").hasSize(length + 1);
    assertThat(first.answers).anyMatch(PhaseScenariosTest::isSetAtTheLostSite);
  }

  @Test
  void whatIsLentIsGivenBackWhenTheSchemeHasNoPhases() {
    partitioned();
    singleMaster();
    execute(1, raise(101, 7));
    for (int site = 2; site >= 1; site--) {
      nodes.get(site).send(new FollowScheme(SchemeRegistry.DYNAMAST.name()));
    }
    world.runFor(STEP_US);
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(8L);
    partitioned();
    singleMaster();
    assertThat(valueOf(execute(1, raise(101, 1)))).as("and lent again").isEqualTo(9L);
  }

  /** The lender's row comes to the borrower after the scheme has changed. */
  @Test
  void soIsWhatWasLentOnlyJustBefore() {
    partitioned();
    log.holdBack(2);
    singleMaster();
    for (int site = 2; site >= 1; site--) {
      nodes.get(site).send(new FollowScheme(SchemeRegistry.DYNAMAST.name()));
    }
    world.runFor(STEP_US);
    assertThat(execute(2, raise(101, 1))).as("it is lent").isInstanceOf(Replan.class);
    log.release(2);
    world.runFor(STEP_US);
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(1L);
  }

  @Test
  void whatIsClosedIsWrittenOnlyByWhoHasAll() {
    rights = CLOSED;
    partitioned();
    assertThat(execute(1, raise(1, 5))).as("its own row").isInstanceOf(Replan.class);
    singleMaster();
    assertThat(valueOf(execute(1, raise(1, 5)))).isEqualTo(5L);
    assertThat(valueOf(execute(1, raise(101, 7)))).isEqualTo(7L);
    partitioned();
    assertThat(execute(2, raise(101, 1))).isInstanceOf(Replan.class);
    rights = OPEN;
    partitioned();
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(8L);
  }

  @Test
  void allIsClosedBeforeARouterHasSaidWhatIsNot() {
    nodes.values().forEach(node -> node.send(new FollowScheme(SchemeRegistry.STAR.name())));
    world.runFor(STEP_US);
    assertThat(execute(1, raise(1, 5))).isInstanceOf(Replan.class);
    partitioned();
    assertThat(valueOf(execute(1, raise(1, 5)))).isEqualTo(5L);
  }

  @Test
  void aCopyIsReadInPlaceOfWhatAnotherSiteMasters() {
    partitioned();
    execute(1, raise(1, 5));
    world.runFor(STEP_US);
    assertThat(execute(2, raiseBy(101, 1))).as("it is not to be copied").isInstanceOf(Replan.class);
    rights = COPIED;
    partitioned();
    assertThat(valueOf(execute(2, raiseBy(101, 1)))).isEqualTo(5L);
  }

  private CallBuilder raiseBy(long id, long other) {
    return call("RaiseBy", 1, id, other).writes(P1, 0);
  }

  @Test
  void aTransactionDoesNotCommitWhatWasClosedMeanwhile() {
    partitioned();
    assertThat(isDone(execute(1, raise(1, 1).in(71, 1, true, 0)))).isTrue();
    rights = CLOSED;
    partitioned();
    Message answer = execute(1, call(ControlCall.COMMIT, 0).in(71, 1, false, 0));
    assertThat(((Executed) answer).errorNumber())
        .isEqualTo(ErrorCode.SERIALIZATION_FAILURE.number());
  }

  private static boolean isSetAtTheLostSite(Message answer) {
    return answer instanceof PhaseSet set && set.site() == 2;
  }
}
