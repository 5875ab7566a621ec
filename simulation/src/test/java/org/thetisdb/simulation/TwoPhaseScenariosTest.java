package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.GiveWay;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRow;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRows;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;

/**
 * Scenarios about transactions over two sites, and a router that is played by the test (decision
 * 0031, hazard 19). Site 1 prepares counter 1, site 2 masters counter 101 and coordinates.
 */
final class TwoPhaseScenariosTest extends SiteFixture {
  private static final long TRANSACTION = (1L << 40) + 1;

  private static final Leave LEAVE = new Leave(9, List.of(1), 0);

  private final KeySet both;

  TwoPhaseScenariosTest() {
    execute(1, raise(1, 50));
    execute(2, raise(101, 10));
    cut();
    Replan found = (Replan) execute(2, call("Shift", 1, 1L, 101L, 7L).reconnaissance());
    both = found.touched();
  }

  @Test
  void allRowsAreWrittenByOneRecordAndAreFreeAgainAfterwards() {
    VersionVector prepared = prepareShift();
    assertThat(valueOf(decide(shift(), prepared))).isEqualTo(7L);
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 2L)))).isEqualTo(43L);
    Executed next = (Executed) execute(1, raise(1, 1));
    assertThat(valueOf(next)).isEqualTo(44L);
    assertThat(next.vector().get(1))
        .as("site 1 logged what it prepared, and no end of it")
        .isEqualTo(prepared.get(1) + 1);
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(18L);
  }

  @Test
  void nobodyWritesWhatIsPreparedUntilItIsSaidThatNothingComesOfIt() {
    VersionVector prepared = prepareShift();
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(raise(1, 1).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    first.send(new Undecided(TRANSACTION, prepared, List.of(TRANSACTION)));
    world.runFor(STEP_US);
    assertThat(first.answers).as("it may be decided yet").isEmpty();
    first.send(new Undecided(TRANSACTION, prepared, List.of()));
    world.runFor(STEP_US);
    assertThat(valueOf(first.answers.get(0))).isEqualTo(51L);
  }

  @Test
  void whatIsPreparedIsReadAsItWasWithoutAWait() {
    prepareShift();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 2L)))).isEqualTo(50L);
  }

  @Test
  void aParticipantThatRestartsStillHoldsWhatItPrepared() {
    VersionVector prepared = prepareShift();
    nodes.get(1).kill();
    start(1);
    cut();
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(raise(1, 1).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    assertThat(valueOf(decide(shift(), prepared))).isEqualTo(7L);
    cut();
    assertThat(valueOf(first.answers.get(0))).isEqualTo(44L);
  }

  @Test
  void aCoordinatorFindsAllRowsThatAreNotPreparedInOneRun() {
    Message rolledBack = decide(call("Shift", 1, 1L, 101L, 7L).writes(P1, 0), VersionVector.ZERO);
    assertThat(((Replan) rolledBack).touched().written()).containsAll(both.written());
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 101L)))).isEqualTo(60L);
  }

  @Test
  void whoHasNothingToPrepareTellsHowFarItIsWithoutARecord() {
    long before = ((Executed) execute(1, raise(1, 5))).vector().get(1);
    Executed told = (Executed) part(1, true, call("Raise", 1, 101L, 1L), VersionVector.ZERO);
    assertThat(told.errorNumber()).isZero();
    assertThat(told.vector().get(1)).isEqualTo(before);
    Executed next = (Executed) execute(1, raise(1, 1));
    assertThat(valueOf(next)).isEqualTo(56L);
    assertThat(next.vector().get(1)).as("nothing was logged in between").isEqualTo(before + 1);
  }

  @Test
  void aSiteThatLeavesDecidesWhatIsPreparedElsewhereFirst() {
    CallBuilder elsewhere = shiftElsewhere();
    VersionVector prepared = prepare(shiftElsewhere());
    Node second = nodes.get(2);
    second.answers.clear();
    VersionVector later = prepared.with(1, prepared.get(1) + 1);
    second.send(partOf(second, false, elsewhere, later));
    world.runFor(STEP_US);
    second.send(LEAVE);
    world.runFor(STEP_US);
    assertThat(second.answers).as("its decision waits for the other site").isEmpty();
    second.send(new Part(TRANSACTION + 1, false, shiftElsewhere().build(second)));
    world.runFor(STEP_US);
    assertThat(second.answers)
        .as("it takes no others")
        .hasSize(1)
        .hasOnlyElementsOfType(Replan.class);
    second.answers.clear();
    execute(1, raise(3, 1));
    cut();
    assertThat(valueOf(second.answers.get(0))).isEqualTo(7L);
    assertThat(second.answers.get(1)).isInstanceOf(Released.class);
  }

  /** Another transaction over both sites wants the same rows; its part at site 1 waits. */
  private Part secondWaits() {
    Node first = nodes.get(1);
    Part second = new Part(TRANSACTION + 1, true, shift().writes(P0, 0).build(first));
    first.answers.clear();
    first.send(second);
    world.runFor(STEP_US);
    return second;
  }

  @Test
  void whoWaitsForARowThatAnotherHasPreparedIsToldOf() {
    prepareShift();
    secondWaits();
    assertThat(nodes.get(1).answers)
        .isNotEmpty()
        .containsOnly(new AwaitedRows(List.of(new AwaitedRow(TRANSACTION + 1, TRANSACTION, 0, 0))));
  }

  @Test
  void soIsWhoWaitsBehindACallThatWaitsForThat() {
    prepareShift();
    nodes.get(1).send(raise(1, 1).build(nodes.get(1)));
    secondWaits();
    assertThat(nodes.get(1).answers)
        .contains(new AwaitedRows(List.of(new AwaitedRow(TRANSACTION + 1, TRANSACTION, 0, 0))));
  }

  @Test
  void aParticipantThatRestartsKnowsForWhomOthersWait() {
    prepareShift();
    nodes.get(1).kill();
    start(1);
    cut();
    secondWaits();
    assertThat(nodes.get(1).answers)
        .contains(new AwaitedRows(List.of(new AwaitedRow(TRANSACTION + 1, TRANSACTION, 0, 0))));
  }

  @Test
  void oneThatGivesWayIsAnsweredAndWaitsNoMore() {
    VersionVector prepared = prepareShift();
    Part second = secondWaits();
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(new GiveWay(second.call().attemptId()));
    world.runFor(STEP_US);
    assertThat(first.answers)
        .filteredOn(Executed.class::isInstance)
        .extracting(answer -> ((Executed) answer).errorNumber())
        .containsExactly(ErrorCode.CONFLICT.number());
    assertThat(first.answers).as("nobody waits").endsWith(new AwaitedRows(List.of()));
    first.answers.clear();
    first.send(new GiveWay(second.call().attemptId()));
    assertThat(valueOf(decide(shift(), prepared))).isEqualTo(7L);
    cut();
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(44L);
  }

  @Test
  void oneThatWaitsForNoRowDoesNotGiveWay() {
    VersionVector prepared = prepareShift();
    Node second = nodes.get(2);
    second.answers.clear();
    Part decision = partOf(second, false, shift().writes(P1, 0), prepared);
    second.send(decision);
    second.send(new GiveWay(decision.call().attemptId()));
    cut();
    assertThat(valueOf(second.answers.get(0))).isEqualTo(7L);
  }

  @Test
  void whoWaitsForADecisionKeepsNobodyFromItsOtherRows() {
    VersionVector prepared = prepareShift();
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(call("Shift", 1, 2L, 1L, 3L).writes(P0, 0).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    assertThat(valueOf(execute(1, raise(2, 5)))).isEqualTo(5L);
    decide(shift(), prepared);
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 2L)))).isEqualTo(48L);
  }

  /** All that it writes is at site 1. */
  private CallBuilder shiftElsewhere() {
    Replan found = (Replan) execute(1, call("Shift", 1, 1L, 2L, 7L).reconnaissance());
    return call("Shift", 1, 1L, 2L, 7L).plan(found.touched());
  }

  private CallBuilder shift() {
    return call("Shift", 1, 1L, 101L, 7L).plan(both);
  }

  private VersionVector prepareShift() {
    return prepare(shift());
  }

  private VersionVector prepare(CallBuilder call) {
    Executed prepared = (Executed) part(1, true, call.writes(P0, 0), VersionVector.ZERO);
    assertThat(prepared.message()).isEmpty();
    return prepared.vector();
  }

  private Message decide(CallBuilder call, VersionVector prepared) {
    Node second = nodes.get(2);
    second.answers.clear();
    second.send(partOf(second, false, call.writes(P1, 0), prepared));
    cut();
    return second.answers.get(0);
  }

  private Message part(int site, boolean prepares, CallBuilder call, VersionVector seen) {
    return ask(site, partOf(nodes.get(site), prepares, call, seen));
  }

  private static Part partOf(Node node, boolean prepares, CallBuilder call, VersionVector seen) {
    Execute whole = call.build(node);
    Execute behind =
        new Execute(
            whole.attemptId(),
            whole.session(),
            whole.sequence(),
            whole.repetition(),
            whole.reconnaissance(),
            whole.fresh(),
            whole.wallMs(),
            whole.seed(),
            whole.timeoutMs(),
            seen,
            whole.procedure(),
            whole.jarVersion(),
            whole.arguments(),
            whole.written(),
            whole.plan(),
            whole.transaction());
    return new Part(TRANSACTION, prepares, behind);
  }
}
