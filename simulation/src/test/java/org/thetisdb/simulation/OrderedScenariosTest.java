package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.SiteToRouter.Replan;

/**
 * Scenarios about a site that grants locks in the order in which calls came, and a router that is
 * played by the test.
 */
final class OrderedScenariosTest extends OrderFixture {
  @BeforeEach
  void beginInOrder() {
    begin(SchemeRegistry.CALVIN);
  }

  @Test
  void callsThatRaiseOneCounterCommitInOrderWithoutLostRuns() {
    assertThat(together(raise(1, 1), raise(1, 10), raise(1, 100))).containsExactly(1L, 11L, 111L);
    assertThat(runs()).isEqualTo(3);
    cut();
    assertThat(valueAt(2, 1)).as("at the other site").isEqualTo(111L);
  }

  @Test
  void underReservationsTheSameCallsRunMoreOften() {
    begin(SchemeRegistry.ARIA);
    assertThat(together(raise(1, 1), raise(1, 10), raise(1, 100))).containsExactly(1L, 11L, 111L);
    assertThat(runs()).isGreaterThan(3);
  }

  @Test
  void whoReadsWhatAnEarlierOneWritesSeesIt() {
    execute(1, raise(1, 5));
    assertThat(together(raise(1, 1), raiseBy(2, 1), raiseBy(3, 2))).containsExactly(6L, 6L, 6L);
    assertThat(together(raiseBy(1, 2), raiseBy(2, 3), raiseBy(3, 1)))
        .as("a cycle of reads")
        .containsExactly(12L, 12L, 18L);
    assertThat(runs()).isEqualTo(3);
  }

  @Test
  void aCallThatWaitsForATransactionKeepsTheOrderBehindIt() {
    annRaises(1, 5);
    assertThat(together(raiseBy(1, 2), raise(2, 1), raiseBy(4, 2), raise(3, 1)))
        .as("the first one reads counter 2, which the second one raises, and the third one reads")
        .containsExactly(null, null, null, 1L);
    annCommits();
    assertThat(answers()).containsExactly(5L, 1L, 1L, 1L);
    assertThat(runs()).isEqualTo(4);
  }

  @Test
  void newRowsStayOutOfARangeThatAnEarlierOneWillRead() {
    CallBuilder count = call("CountInto", 1, 1L, 20L, 50L);
    KeySet found =
        ((Replan) execute(1, call("CountInto", 1, 1L, 20L, 50L).reconnaissance())).touched();
    annRaises(1, 5);
    assertThat(together(count.writes(P0, 0).plan(found), raise(30, 1), raise(60, 1)))
        .containsExactly(null, null, 1L);
    annCommits();
    assertThat(answers()).as("nothing was there when it counted").containsExactly(0L, 1L, 1L);
  }

  @Test
  void whoMeetsMoreThanItHasLockedAndWasOvertakenThereIsSentBack() {
    annRaises(1, 5);
    CallBuilder shift = shift(1, 3).plan(keys(1));
    assertThat(together(shift, raise(3, 10))).containsExactly(null, 10L);
    annCommits();
    assertThat(answers()).containsExactly(1L, 10L);
    assertThat(runs()).as("the first one has run twice").isEqualTo(3);
    assertThat(valueAt(1, 3)).isEqualTo(11L);
  }

  @Test
  void whoMeetsMoreThanItHasLockedGoesOnWhereNobodyHasOvertakenIt() {
    assertThat(together(raise(3, 10), shift(2, 3).plan(keys(2)))).containsExactly(10L, 1L);
    assertThat(runs()).isEqualTo(2);
    assertThat(valueAt(1, 3)).isEqualTo(11L);
  }

  @Test
  void whoMeetsSomethingElseInEachRunLocksEverythingInTheEnd() {
    annRaises(1, 5);
    CallBuilder wanderer = call("Wander", 1, 30L).writes(P0, 0).plan(keys(30));
    assertThat(together(raise(1, 1), wanderer, raise(2, 1))).containsExactly(null, null, 1L);
    assertThat(together(raise(4, 1))).as("everything is locked").containsExactly((Object) null);
    long ran = runs();
    annCommits();
    assertThat(answers()).containsExactly(1L);
    assertThat(runs() - ran).as("the one that ANN kept, the wanderer, the last").isEqualTo(3);
  }

  @Test
  void whoIsCanceledGivesUpItsPlace() {
    annRaises(1, 5);
    assertThat(together(raiseBy(1, 2), raise(2, 1))).containsExactly(null, null);
    site.send(new CancelAttempt(sent.get(0)));
    world.runFor(STEP_US);
    assertThat(answers()).containsExactly("refused", 1L);
    annCommits();
    assertThat(valueAt(1, 1)).isEqualTo(5L);
  }

  @Test
  void aCallThatComesTwiceInOneBatchRunsOnce() {
    assertThat(together(raise(1, 5).session(80, 1), raise(2, 1), raise(1, 5).session(80, 1)))
        .containsExactly(5L, 1L, 5L);
    assertThat(valueAt(1, 1)).isEqualTo(5L);
  }

  @Test
  void oneThatAbortsHoldsUpNobody() {
    assertThat(together(raise(1, 1), raise(1, -7), raise(1, 2))).containsExactly(1L, "refused", 3L);
  }
}
