package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.SiteToRouter.Replan;

/**
 * Scenarios about a site where calls run before their turn, on what those before them have filled
 * in, and a router that is played by the test. ANN is an interactive transaction that keeps the
 * first call waiting.
 */
final class PlaceholderScenariosTest extends OrderFixture {
  private static final long BOB = 72;
  private static final List<Long> NONE = List.of();

  PlaceholderScenariosTest() {
    begin(SchemeRegistry.BOHM);
  }

  @Test
  void callsThatRaiseOneCounterCommitInOrderWithoutLostRuns() {
    assertThat(together(raise(1, 1), raise(1, 10), raise(1, 100))).containsExactly(1L, 11L, 111L);
    assertThat(together(raiseBy(1, 2), raiseBy(2, 3), raiseBy(3, 1)))
        .as("a cycle of reads")
        .containsExactly(111L, 0L, 111L);
    assertThat(runs()).isEqualTo(3);
    cut();
    assertThat(valueAt(2, 1)).as("at the other site").isEqualTo(111L);
  }

  @Test
  void aCallThatOverwritesAnEarlierRunsReadCommitsBehindIt() {
    annRaises(1, 5);
    assertThat(together(raiseBy(1, 2), raise(2, 1), raiseBy(4, 2)))
        .containsExactly(null, null, null);
    assertThat(runs()).as("all but the first, which waits for ANN").isEqualTo(2);
    assertThat(valueAt(1, 2)).as("nobody else sees what is not committed").isEqualTo(0L);
    assertThat(valueAt(1, 4)).isEqualTo(0L);
    annCommits();
    assertThat(answers()).as("the first has read what was before").containsExactly(5L, 1L, 1L);
    assertThat(runs()).as("what they had left was committed").isEqualTo(3);
    cut();
    assertThat(valueAt(2, 4)).as("at the other site").isEqualTo(1L);
  }

  @Test
  void whoReadsAPlaceholderWaitsForWhoFillsIt() {
    annRaises(1, 5);
    assertThat(together(raise(1, 1), raiseBy(2, 1), raiseBy(3, 2), raise(4, 1)))
        .containsExactly(null, null, null, 1L);
    assertThat(runs()).isEqualTo(1);
    annCommits();
    assertThat(answers()).containsExactly(6L, 6L, 6L, 1L);
    assertThat(runs()).isEqualTo(4);
  }

  @Test
  void whoMeetsAPlaceholderWhereItWasToWriteWaitsToo() {
    annRaises(1, 5);
    assertThat(together(raise(1, 1), raise(1, 10))).containsExactly(null, null);
    assertThat(runs()).as("the second one has met it and was rolled back").isEqualTo(1);
    annCommits();
    assertThat(answers()).containsExactly(6L, 16L);
  }

  @Test
  void aCallThatWritesInARangeRunsEarlyAndLaterOnesSeeIt() {
    annRaises(1, 5);
    together(raiseBy(1, 2), draw(2, NONE, NONE), draw(2, NONE, NONE), raiseBy(4, 53));
    assertThat(answers()).containsExactly(null, null, null, null);
    assertThat(runs()).as("all but the first, each once").isEqualTo(3);
    annCommits();
    assertThat(answers()).containsExactly(5L, 1L, 2L, 2L);
    assertThat(runs()).as("what they had left was committed").isEqualTo(4);
    assertThat(valueAt(1, 52)).isEqualTo(1L);
    cut();
    assertThat(valueAt(2, 53)).as("at the other site").isEqualTo(2L);
  }

  @Test
  void whoHasReadInARangeRunsAgainIfItsWriterDoes() {
    annRaises(1, 5);
    together(raiseBy(1, 2), draw(2, NONE, NONE), RandomCalls.countBetween(4, 51, 100));
    assertThat(runs()).as("the second, beside who counts its row").isEqualTo(1);
    raisesOpen(BOB, 2, 1);
    commits(BOB);
    annCommits();
    assertThat(answers()).containsExactly(6L, 2L, 1L);
    assertThat(valueAt(1, 53)).isEqualTo(2L);
    assertThat(valueAt(1, 52)).as("of the run that was thrown away").isEqualTo(0L);
  }

  @Test
  void aRowOfARangeThatOthersHaveLockedSinceIsNotOverwritten() {
    annRaises(1, 5);
    together(raiseBy(1, 2), draw(2, NONE, NONE));
    assertThat(runs()).isEqualTo(1);
    raisesOpen(BOB, 52, 10);
    annCommits();
    assertThat(answers()).as("the second waits for BOB").containsExactly(5L, null);
    commits(BOB);
    assertThat(answers()).containsExactly(5L, 1L);
    assertThat(valueAt(1, 52)).isEqualTo(11L);
  }

  @Test
  void whatOthersHaveChangedIsReadAgainByAllWhoHadReadIt() {
    annRaises(1, 5);
    together(raiseBy(1, 2), raise(2, 1), raiseBy(4, 2));
    assertThat(runs()).isEqualTo(2);
    raisesOpen(BOB, 2, 10);
    commits(BOB);
    annCommits();
    assertThat(answers()).containsExactly(15L, 11L, 11L);
    assertThat(valueAt(1, 2)).isEqualTo(11L);
  }

  @Test
  void whoIsCanceledTakesWithItWhatOthersHaveReadOfIt() {
    annRaises(1, 5);
    together(raiseBy(1, 2), raise(2, 1), raiseBy(4, 2));
    site.send(new CancelAttempt(sent.get(1)));
    world.runFor(STEP_US);
    assertThat(answers())
        .as("nobody is left before the third")
        .containsExactly(null, "refused", 0L);
    annCommits();
    assertThat(answers()).containsExactly(5L, "refused", 0L);
    assertThat(valueAt(1, 2)).isEqualTo(0L);
  }

  @Test
  void anErrorIsToldWhenNothingBeforeItMayChangeAnyMore() {
    annRaises(1, 5);
    assertThat(together(raiseBy(1, 2), raise(2, -7), raiseBy(4, 2)))
        .containsExactly(null, null, null);
    annCommits();
    assertThat(answers()).containsExactly(5L, "refused", 0L);
  }

  @Test
  void newRowsComeBehindARangeThatAnEarlierCallReads() {
    CallBuilder count = count(1);
    CallBuilder later = count(2);
    annRaises(1, 5);
    assertThat(together(count, raise(30, 1), later, raise(60, 1)))
        .containsExactly(null, null, null, 1L);
    assertThat(runs()).as("the first waits, and countings are not counted").isEqualTo(2);
    annCommits();
    assertThat(answers()).containsExactly(0L, 1L, 1L, 1L);
  }

  @Test
  void whoMeetsMoreThanItHasAnnouncedRunsAtItsTurnAlone() {
    annRaises(1, 5);
    CallBuilder shift = shift(2, 3).plan(keys(2));
    assertThat(together(raiseBy(1, 2), shift, raise(3, 10))).containsExactly(null, null, 10L);
    annCommits();
    assertThat(answers()).as("it was overtaken there, and sent back").containsExactly(5L, 1L, 10L);
    assertThat(valueAt(1, 3)).isEqualTo(11L);
    assertThat(valueAt(1, 2)).isEqualTo(-1L);
  }

  @Test
  void whoMeetsSomethingElseInEachRunAnnouncesEverythingInTheEnd() {
    annRaises(1, 5);
    CallBuilder wanderer = call("Wander", 1, 30L).writes(P0, 0).plan(keys(30));
    assertThat(together(raise(1, 1), wanderer, raise(2, 1))).containsExactly(null, null, 1L);
    assertThat(together(raise(4, 1))).as("it may write everything").containsExactly((Object) null);
    annCommits();
    assertThat(answers()).containsExactly(1L);
  }

  @Test
  void aCallThatComesTwiceInOneBatchRunsOnce() {
    assertThat(together(raise(1, 5).session(80, 1), raise(2, 1), raise(1, 5).session(80, 1)))
        .containsExactly(5L, 1L, 5L);
    assertThat(valueAt(1, 1)).isEqualTo(5L);
  }

  @Test
  void whatIsLeftOfAFirstAttemptIsNotCommittedForTheSecond() {
    annRaises(1, 5);
    together(raiseBy(1, 2), raise(2, 5).session(80, 1), raise(2, 5).session(80, 1));
    annCommits();
    assertThat(answers()).containsExactly(5L, 5L, 5L);
    assertThat(valueAt(1, 2)).isEqualTo(5L);
  }

  /** Many calls and interactive transactions at once, judged by the order of their answers. */
  @Test
  void whatRandomCallsAreAnsweredIsWhatASerialRunAnswers() {
    new RandomCalls(this, 1).run(500);
  }

  @Test
  void whatCallsThatDrawNumbersAreAnsweredIsWhatASerialRunAnswers() {
    new RandomCalls(this, 3).withDraws().run(500);
  }

  private CallBuilder count(long into) {
    KeySet found =
        ((Replan) execute(1, call("CountInto", 1, into, 20L, 50L).reconnaissance())).touched();
    return call("CountInto", 1, into, 20L, 50L).writes(P0, 0).plan(found);
  }
}
