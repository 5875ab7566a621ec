package org.thetisdb.router.twophase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands on an aborted attempt is doomed. */
final class StandingAttemptsTest {
  private final StandingAttempts standing = new StandingAttempts();

  private boolean vote(long attempt, Long... below) {
    return standing.add(attempt, List.of(below), each -> true);
  }

  @Test
  void allThatStandOnAnAbortedOneAreDoomedTheOldestFirst() {
    vote(4, 3L);
    vote(3, 2L);
    vote(2, 1L);
    vote(9, 8L);
    assertThat(standing.abort(1)).containsExactly(2L, 3L, 4L);
    assertThat(standing.abort(2)).as("they are known to be").isEmpty();
    assertThat(standing.abort(8)).containsExactly(9L);
  }

  @Test
  void aVoteThatComesLateIsForWhatWasUndone() {
    vote(2, 1L);
    standing.abort(1);
    assertThat(vote(3, 1L)).isTrue();
    assertThat(vote(4, 2L)).as("2 will be aborted").isTrue();
    assertThat(vote(5, 0L)).isFalse();
  }

  @Test
  void nothingIsDoomedByWhatIsDecided() {
    vote(2, 1L);
    standing.decide(1);
    assertThat(standing.abort(1)).isEmpty();
  }

  @Test
  void whatIsNotUnderWayIsNotKept() {
    assertThat(standing.add(2, List.of(1L), each -> false)).isFalse();
    assertThat(standing.abort(1)).isEmpty();
  }
}
