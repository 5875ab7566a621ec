package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.EndHolders;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.core.wire.RouterToSite.Withdraw;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.sql.call.ControlCall;

/**
 * Scenarios about interactive transactions at a site (hazard 13): what they hold from statement to
 * statement, and who gives way. The router is played by the test.
 */
final class InteractiveScenariosTest extends SiteFixture {
  /** Sessions; each has one transaction, which has the same number. */
  private static final long ANN = 71;

  private static final long BOB = 72;

  /** Longer than an idle transaction may keep what others want. */
  private static final long TOO_LONG_US = 1_200_000;

  /** After it a site that membership has not confirmed may be followed by another incarnation. */
  private static final long LEASE_US = 500_000;

  private static CallBuilder control(String what, long session, Object... arguments) {
    return call(what, 0, arguments).in(session, session, false, 0);
  }

  private Message begin(long session, CallBuilder first) {
    return execute(1, first.in(session, session, true, 0));
  }

  private Message next(long session, CallBuilder statement) {
    return execute(1, statement.in(session, session, false, 0));
  }

  private Message commit(long session, long sequence) {
    CallBuilder commit = control(ControlCall.COMMIT, session);
    commit.sequence = sequence;
    return execute(1, commit);
  }

  private Object sum(long id) {
    return valueOf(execute(1, call("Sum", 1, id, id)));
  }

  private static int errorOf(Message message) {
    return ((Executed) message).errorNumber();
  }

  private static void assertRolledBack(Message message) {
    assertThat(errorOf(message)).isEqualTo(ErrorCode.SERIALIZATION_FAILURE.number());
  }

  @Test
  void nobodyElseSeesATransactionBeforeItsCommit() {
    Object before = sum(1);
    assertThat(valueOf(begin(ANN, raise(1, 5)))).isEqualTo(5L);
    assertThat(sum(1)).isEqualTo(before);
    assertThat(valueOf(next(ANN, raise(1, 2)))).isEqualTo(7L);
    assertThat(errorOf(commit(ANN, 9))).isZero();
    assertThat(valueOf(execute(1, raise(1, 0)))).isEqualTo(7L);
  }

  @Test
  void aRollbackLeavesNothingAndHoldsNothing() {
    begin(ANN, raise(1, 5));
    assertThat(errorOf(execute(1, control(ControlCall.ROLLBACK, ANN)))).isZero();
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }

  @Test
  void aSavepointIsAPlaceToComeBackTo() {
    begin(ANN, raise(1, 5));
    execute(1, control(ControlCall.SAVEPOINT, ANN, "five"));
    next(ANN, raise(1, 10));
    next(ANN, raise(2, 10));
    assertThat(errorOf(execute(1, control(ControlCall.ROLLBACK_TO, ANN, "five")))).isZero();
    assertThat(errorOf(execute(1, control(ControlCall.ROLLBACK_TO, ANN, "six"))))
        .isEqualTo(ErrorCode.UNKNOWN_SAVEPOINT.number());
    commit(ANN, 9);
    assertThat(valueOf(execute(1, raise(1, 0)))).isEqualTo(5L);
    assertThat(valueOf(execute(1, raise(2, 0)))).isEqualTo(0L);
  }

  @Test
  void aStatementThatFailsRollsBackItselfAlone() {
    begin(ANN, raise(1, 5));
    assertThat(errorOf(next(ANN, raise(1, -100))))
        .isEqualTo(ErrorCode.ABORTED_BY_PROCEDURE.number());
    assertThat(valueOf(next(ANN, raise(1, 1)))).isEqualTo(6L);
    commit(ANN, 9);
    assertThat(valueOf(execute(1, raise(1, 0)))).isEqualTo(6L);
  }

  @Test
  void aCallThatNeedsALockedRowWaitsForTheCommit() {
    begin(ANN, raise(1, 5));
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(raise(1, 1).build(site));
    world.runFor(STEP_US);
    assertThat(site.answers).isEmpty();
    assertThat(errorOf(commit(ANN, 9))).isZero();
    assertThat(valueOf(site.answers.get(1))).isEqualTo(6L);
  }

  @Test
  void aReleaseWaitsForATransactionUnlessItIsIdleTooLong() {
    begin(ANN, raise(1, 5));
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(STEP_US);
    assertThat(site.answers).noneMatch(Released.class::isInstance);
    world.runFor(TOO_LONG_US);
    assertThat(site.answers).anyMatch(Released.class::isInstance);
    assertRolledBack(next(ANN, raise(1, 1)));
  }

  /** Sends a statement that has to wait. */
  private void ask(CallBuilder statement) {
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(statement.build(site));
    world.runFor(STEP_US);
    assertThat(site.answers).isEmpty();
  }

  @Test
  void ofTwoTransactionsThatWaitForEachOthersRowsTheYoungerOneEnds() {
    begin(ANN, raise(1, 5));
    begin(BOB, raise(2, 5));
    ask(raise(2, 1).in(ANN, ANN, false, 0));
    Node site = nodes.get(1);
    site.send(raise(1, 1).in(BOB, BOB, false, 0).build(site));
    world.runFor(STEP_US);
    assertRolledBack(site.answers.get(0));
    assertThat(valueOf(site.answers.get(1))).isEqualTo(1L);
    assertThat(errorOf(commit(ANN, 9))).isZero();
  }

  @Test
  void ofThreeInACycleTheYoungestEndsThoughAnotherOneClosedIt() {
    long carl = 73;
    begin(ANN, raise(1, 5));
    begin(BOB, raise(2, 5));
    begin(carl, raise(3, 5));
    ask(raise(1, 1).in(carl, carl, false, 0));
    ask(raise(3, 1).in(BOB, BOB, false, 0));
    Node site = nodes.get(1);
    site.send(raise(2, 1).in(ANN, ANN, false, 0).build(site));
    world.runFor(STEP_US);
    assertThat(site.answers).hasSize(2);
    assertRolledBack(site.answers.get(0));
    assertThat(valueOf(site.answers.get(1))).as("row 3 is Bob's now").isEqualTo(1L);
  }

  @Test
  void whoeverWantsARowWaitsForItsTransactionOlderOrNot() {
    int flags = TransactionRef.READ_COMMITTED;
    execute(1, raise(1, 5).in(BOB, BOB, true, flags));
    ask(raise(1, 2).in(ANN, ANN, true, flags));
    Node site = nodes.get(1);
    assertThat(errorOf(commit(BOB, 9))).isZero();
    assertThat(site.answers.stream().map(SiteFixture::valueOf)).contains(7L);
    assertThat(errorOf(commit(ANN, 9))).isZero();
    assertThat(valueOf(execute(1, raise(1, 0)))).isEqualTo(7L);
  }

  @Test
  void aCommitThatPassesItsStatementIsRefused() {
    int flags = TransactionRef.READ_COMMITTED;
    execute(1, raise(1, 5).in(BOB, BOB, true, flags));
    ask(raise(1, 2).in(ANN, ANN, true, flags));
    Node site = nodes.get(1);
    site.send(control(ControlCall.COMMIT, ANN).build(site));
    world.runFor(STEP_US);
    assertThat(errorOf(site.answers.get(0))).isEqualTo(ErrorCode.BAD_REQUEST.number());
    assertThat(errorOf(commit(BOB, 9))).isZero();
    assertThat(site.answers.stream().map(SiteFixture::valueOf)).contains(7L);
    assertThat(errorOf(commit(ANN, 9))).isZero();
    assertThat(valueOf(execute(1, raise(1, 0)))).as("nobody holds the row").isEqualTo(7L);
  }

  @Test
  void aCallThatIsPartOfACycleAsksForItsRowsAgainAndNobodyEnds() {
    int flags = TransactionRef.READ_COMMITTED;
    execute(1, raise(2, 5).in(ANN, ANN, true, flags));
    ask(call("Drop", 1, 1L, 2L).writes(P0, 0));
    assertThat(valueOf(execute(1, raise(1, 3).in(ANN, ANN, false, flags)))).isEqualTo(3L);
    Node site = nodes.get(1);
    assertThat(errorOf(commit(ANN, 9))).isZero();
    assertThat(site.answers.stream().map(SiteFixture::valueOf)).contains(2L);
  }

  /**
   * A first statement has its transaction keep the partition, which a request that came with it
   * waits for.
   */
  @Test
  void aStatementBeforeARequestKeepsItsPartition() {
    Node site = nodes.get(1);
    site.answers.clear();
    site.process.pause(STEP_US);
    site.send(raise(1, 5).in(ANN, ANN, true, 0).build(site));
    site.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(2 * STEP_US);
    assertThat(valueOf(site.answers.get(0))).isEqualTo(5L);
    assertThat(site.answers).noneMatch(Released.class::isInstance);
    assertThat(errorOf(commit(ANN, 9))).isZero();
    world.runFor(STEP_US);
    assertThat(site.answers)
        .filteredOn(Released.class::isInstance)
        .singleElement()
        .satisfies(answer -> assertThat(((Released) answer).refused()).isEmpty());
  }

  @Test
  void aReleaseWaitsForATransactionUntilItIsOver() {
    begin(BOB, raise(1, 5));
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(10_000);
    CallBuilder commit = control(ControlCall.COMMIT, BOB);
    commit.sequence = 9;
    site.send(commit.build(site));
    world.runFor(STEP_US);
    assertThat(site.answers).hasSize(2);
    assertThat(site.answers)
        .anyMatch(answer -> answer instanceof Executed e && e.errorNumber() == 0);
    assertThat(site.answers).anyMatch(Released.class::isInstance);
  }

  @Test
  void aTransactionThatAReleaseWaitsForMayWriteWhatGoesWithIt() {
    assertThat(((Released) ask(2, new Release(8, List.of(new Mastership(P1, 1)), 1, 1))).refused())
        .isEmpty();
    world.runFor(STEP_US);
    begin(ANN, raise(1, 5));
    Node site = nodes.get(1);
    site.send(new Release(9, List.of(new Mastership(P0, 1), new Mastership(P1, 2)), 2, 1));
    assertThat(valueOf(next(ANN, raise(101, 1).writes(P1, 1)))).isEqualTo(1L);
    assertThat(errorOf(commit(ANN, 9))).isZero();
    assertThat(valueOf(execute(2, raise(101, 1).writes(P1, 2)))).isEqualTo(2L);
  }

  @Test
  void aReleaseWithdrawnWhileItWaitsIsRefused() {
    begin(BOB, raise(1, 5));
    nodes.get(1).send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    Message released = ask(1, new Withdraw(9));
    assertThat(((Released) released).refused()).hasSize(1);
    assertThat(valueOf(execute(1, raise(2, 1).writes(P0, 0)))).isEqualTo(1L);
    assertThat(errorOf(commit(BOB, 9))).isZero();
  }

  @Test
  void aTransactionThatKeepsARangeForTooLongEndsForItsMigration() {
    begin(BOB, raise(1, 5));
    begin(ANN, raise(101, 5).writes(P1, 0));
    Node site = nodes.get(1);
    site.send(new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(STEP_US);
    site.answers.clear();
    site.send(new EndHolders(9));
    world.runFor(STEP_US);
    assertThat(site.answers).anyMatch(a -> a instanceof Released r && r.refused().isEmpty());
    assertThat(errorOf(commit(BOB, 9))).isEqualTo(ErrorCode.SERIALIZATION_FAILURE.number());
    assertThat(errorOf(commit(ANN, 9))).as("it keeps another one").isZero();
  }

  @Test
  void aReleaseThatHasBeenMadeCannotBeWithdrawn() {
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    nodes.get(1).send(new Withdraw(9));
    world.runFor(STEP_US);
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(1L);
  }

  @Test
  void aLeavingSiteDoesNotWaitForATransactionKeptOpen() {
    begin(BOB, raise(1, 5));
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(new Leave(9, List.of(2), 0));
    world.runFor(STEP_US);
    assertThat(site.answers).anyMatch(a -> a instanceof Released r && r.refused().isEmpty());
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(1L);
  }

  @Test
  void aRowThatWasMetWhileRunningKeepsItsPartitionHere() {
    assertThat(((Released) ask(2, new Release(8, List.of(new Mastership(P1, 1)), 1, 1))).refused())
        .isEmpty();
    world.runFor(STEP_US);
    assertThat(valueOf(begin(ANN, call("Shift", 1, 1L, 101L, 0L).writes(P0, 0)))).isEqualTo(0L);
    Node site = nodes.get(1);
    site.answers.clear();
    site.send(new Release(9, List.of(new Mastership(P1, 2)), 2, 1));
    world.runFor(STEP_US);
    assertThat(site.answers).noneMatch(Released.class::isInstance);
    assertThat(errorOf(commit(ANN, 9))).isZero();
    world.runFor(STEP_US);
    assertThat(site.answers).anyMatch(Released.class::isInstance);
  }

  @Test
  void aRowThatOthersChangedSinceTheSnapshotCannotBeOverwritten() {
    begin(ANN, call("Sum", 1, 1L, 1L));
    execute(1, raise(1, 5));
    cut();
    assertRolledBack(next(ANN, raise(1, 1)));
  }

  @Test
  void withReadCommittedEachStatementSeesWhatIsCommittedByThen() {
    int flags = TransactionRef.READ_COMMITTED;
    execute(1, call("Sum", 1, 1L, 1L).in(ANN, ANN, true, flags));
    execute(1, raise(1, 5));
    cut();
    assertThat(valueOf(execute(1, raise(1, 1).in(ANN, ANN, false, flags)))).isEqualTo(6L);
  }

  @Test
  void aCommitIsAnsweredWhenTheLogHasWhatItSaw() {
    Node site = nodes.get(1);
    log.goAway(4 * STEP_US);
    site.send(raise(1, 5).build(site));
    world.runFor(STEP_US);
    assertThat(valueOf(readCommitted(raise(1, 0), true))).isEqualTo(5L);
    site.answers.clear();
    site.send(control(ControlCall.COMMIT, BOB).session(BOB, 9).build(site));
    world.runFor(STEP_US);
    assertThat(site.answers).isEmpty();
    world.runFor(6 * STEP_US);
    assertThat(site.answers).hasSize(2).allMatch(answer -> errorOf(answer) == 0);
  }

  @Test
  void aPerhapsReplacedSiteCommitsNothingUnseenByTheLog() {
    readCommitted(call("Sum", 1, 1L, 1L), true);
    readCommitted(control(ControlCall.SAVEPOINT, BOB, "start"), false);
    membership.goAway(TOO_LONG_US);
    world.runFor(LEASE_US);
    assertThat(valueOf(readCommitted(raise(1, 5), false))).isEqualTo(5L);
    readCommitted(control(ControlCall.ROLLBACK_TO, BOB, "start"), false);
    assertRolledBack(commit(BOB, 9));
  }

  private Message readCommitted(CallBuilder statement, boolean begins) {
    return execute(1, statement.in(BOB, BOB, begins, TransactionRef.READ_COMMITTED));
  }

  @Test
  void aCommitThatIsRepeatedIsTheSameCommit() {
    begin(ANN, raise(1, 5));
    commit(ANN, 9);
    CallBuilder again = control(ControlCall.COMMIT, ANN).repetition(reports());
    again.sequence = 9;
    assertThat(errorOf(execute(1, again))).isZero();
    assertThat(valueOf(execute(1, raise(1, 0)))).isEqualTo(5L);
    CallBuilder never = control(ControlCall.COMMIT, BOB).repetition(reports());
    never.sequence = 3;
    assertRolledBack(execute(1, never));
  }

  @Test
  void transactionsOfAReplacedRouterAreRolledBack() {
    begin(ANN, raise(1, 5));
    hello(nodes.get(1));
    assertRolledBack(next(ANN, raise(1, 1)));
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }
}
