package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;

/**
 * Scenarios about a site where what a piece of a call wrote is seen by later calls before the call
 * is whole, and a router that is played by the test. ANN is an interactive transaction that keeps
 * counter 1.
 */
final class PieceScenariosTest extends OrderFixture {
  private static final long BOB = 72;
  private static final long NONE = 9;

  PieceScenariosTest() {
    begin(SchemeRegistry.PWV);
    execute(1, raise(6, 6));
    cut();
  }

  /** Raises counter a by b, and c by d, each in a piece. */
  private static CallBuilder each(long a, long b, long c, long d) {
    return each(a, b, c, d, NONE);
  }

  private static CallBuilder each(long a, long b, long c, long d, long guard) {
    return call("RaiseEach", 1, List.of(a, c), List.of(b, d), guard).writes(P0, 0);
  }

  @Test
  void aLaterCallSeesAPieceOfAnEarlierOneThatIsNotWhole() {
    annRaises(1, 5);
    assertThat(together(raise(1, 1), each(2, 1, 3, 6), raiseBy(4, 3), raiseBy(5, 2)))
        .containsExactly(null, null, null, null);
    assertThat(runs()).as("the second, in part, and the third, which reads that").isEqualTo(2);
    assertThat(valueAt(1, 3)).as("nobody else sees what is not committed").isEqualTo(0L);
    annCommits();
    assertThat(answers()).containsExactly(6L, 12L, 6L, 6L);
    assertThat(runs()).as("the second has run again, and the third has not").isEqualTo(5);
    cut();
    assertThat(valueAt(2, 4)).as("at the other site").isEqualTo(6L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bohm", "pwv"})
  void whereCallsAreWholeNobodySeesAPart(String scheme) {
    pieces = false;
    begin(SchemeRegistry.find(scheme));
    annRaises(1, 5);
    together(raise(1, 1), each(2, 1, 3, 6), raiseBy(4, 3));
    assertThat(runs()).isZero();
    annCommits();
    assertThat(answers()).containsExactly(6L, 12L, 6L);
  }

  @Test
  void whoWaitsForARowAtItsTurnShowsItsOtherPieces() {
    annRaises(1, 5);
    assertThat(together(each(1, 6, 3, 6), raiseBy(4, 3))).containsExactly(null, null);
    assertThat(runs()).isEqualTo(2);
    annCommits();
    assertThat(answers()).containsExactly(17L, 6L);
    assertThat(runs()).isEqualTo(3);
  }

  @Test
  void aPieceIsSeenAndTheCallsRowsInARangeAreNot() {
    annRaises(1, 5);
    together(
        raise(1, 1),
        draw(2, List.of(3L, 4L), List.of(1L, 6L)),
        raiseBy(5, 4),
        raiseBy(7, 2),
        raiseBy(8, 52));
    assertThat(answers()).containsExactly(null, null, null, null, null);
    assertThat(runs())
        .as("the second in part, two that read what it shows; the last waits for its range")
        .isEqualTo(3);
    annCommits();
    assertThat(answers()).containsExactly(6L, 1L, 6L, 1L, 1L);
    assertThat(runs()).as("the first, the second and the last").isEqualTo(6);
  }

  @Test
  void piecesAreNotSeenBeforeAllHasRunThatMayRollBackThem() {
    annRaises(1, Counter.RaiseEach.LARGE);
    assertThat(together(raise(1, 1), each(2, 6, 3, 6, 1), raiseBy(4, 3)))
        .containsExactly(null, null, null);
    assertThat(runs()).as("the second, up to where it may be refused").isEqualTo(1);
    annCommits();
    assertThat(answers()).containsExactly(Counter.RaiseEach.LARGE + 1, "refused", 0L);
    assertThat(runs()).as("each once more").isEqualTo(4);
  }

  @Test
  void aRefusedPieceAbortsAllThatReadTheOthers() {
    annRaises(1, Counter.RaiseEach.LARGE);
    together(raise(1, 1), each(2, 1, 3, 6), raiseBy(4, 3), raiseBy(5, 4));
    assertThat(runs()).isEqualTo(3);
    annCommits();
    assertThat(answers()).containsExactly(Counter.RaiseEach.LARGE + 1, "refused", 0L, 0L);
    assertThat(valueAt(1, 3)).isEqualTo(0L);
  }

  @Test
  void aPieceThatDependsOnAnotherOneThoughItMustNotIsReadAgain() {
    annRaises(1, 5);
    together(raise(1, 1), each(2, 1, 3, 2), raiseBy(4, 3));
    assertThat(runs()).as("counter 3 was raised by what counter 2 was").isEqualTo(2);
    annCommits();
    assertThat(answers()).containsExactly(6L, 12L, 6L);
    assertThat(valueAt(1, 4)).isEqualTo(6L);
  }

  @Test
  void aPieceThatDependsOnAnotherOneIsReadAgainAfterItsTurnToo() {
    annRaises(1, 5);
    together(each(1, 6, 3, 1), raiseBy(4, 3));
    annCommits();
    assertThat(answers()).containsExactly(22L, 11L);
  }

  @Test
  void aPieceOfWhichOthersHaveChangedWhatItReadIsReadAgain() {
    annRaises(1, 5);
    together(raise(1, 1), each(2, 1, 3, 6), raiseBy(4, 3));
    assertThat(runs()).isEqualTo(2);
    raisesOpen(BOB, 6, 10);
    commits(BOB);
    assertThat(runs()).as("both have run again, and BOB").isEqualTo(5);
    annCommits();
    assertThat(answers()).containsExactly(6L, 22L, 16L);
  }

  @Test
  void whatOthersChangeThatOnlyALeftOutPieceReadsDoesNotMatter() {
    execute(1, raise(7, 7));
    annRaises(1, 5);
    together(raise(1, 1), each(2, 1, 3, 6), raiseBy(4, 3));
    raisesOpen(BOB, 2, 10);
    commits(BOB);
    assertThat(runs()).as("BOB, beside the two").isEqualTo(3);
    annCommits();
    assertThat(answers()).containsExactly(6L, 22L, 6L);
  }

  @Test
  void whoIsCanceledTakesWithItWhatOthersHaveReadOfItsPieces() {
    annRaises(1, 5);
    together(raise(1, 1), each(2, 1, 3, 6), raiseBy(4, 3));
    site.send(new CancelAttempt(sent.get(1)));
    world.runFor(STEP_US);
    assertThat(answers()).containsExactly(null, "refused", 0L);
    annCommits();
    assertThat(answers()).containsExactly(6L, "refused", 0L);
  }

  @Test
  void piecesRunOneAfterTheOtherAsWhatTheyReadIsThere() {
    annRaises(1, 5);
    raisesOpen(BOB, 2, 10);
    together(raise(1, 1), raise(2, 1), each(3, 1, 4, 2), raiseBy(5, 4), raiseBy(8, 3));
    assertThat(runs()).as("the third, for nothing").isEqualTo(1);
    commits(BOB);
    assertThat(answers()).containsExactly(null, 11L, null, null, null);
    assertThat(runs()).as("the second, the third, the fourth").isEqualTo(4);
    annCommits();
    assertThat(answers()).containsExactly(6L, 11L, 17L, 11L, 6L);
  }

  @Test
  void newRowsThatAPieceWroteAreCounted() {
    annRaises(1, 5);
    together(raise(1, 1), each(2, 1, 30, 6), RandomCalls.count(4));
    assertThat(valueAt(1, 30)).isEqualTo(0L);
    annCommits();
    assertThat(answers()).containsExactly(6L, 12L, 1L);
  }

  /** Many calls and interactive transactions at once, judged by the order of their answers. */
  @Test
  void whatRandomCallsAreAnsweredIsWhatASerialRunAnswers() {
    new RandomCalls(this, 2).withPieces().run(700);
  }

  @Test
  void callsInPiecesThatDrawNumbersAnswerAsASerialRun() {
    new RandomCalls(this, 4).withPieces().withDraws().run(500);
  }
}
