package org.thetisdb.router.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A site gives the recorded outcome to whoever repeats a number in a session. */
class OwnSessionsTest {
  private final OwnSessions sessions = new OwnSessions(7);

  @Test
  void noTwoUsesHaveOneSessionAndNoConnectionGetsAny() {
    Set<Long> ids = new HashSet<>();
    for (SystemSession use : SystemSession.values()) {
      long id = sessions.take(use).id();
      assertThat(ids.add(id)).as("the session of %s is its own", use).isTrue();
      assertThat(SessionIds.isOwn(id)).isTrue();
    }
    Set<Long> later = new HashSet<>();
    OwnSessions next = new OwnSessions(8);
    for (SystemSession use : SystemSession.values()) {
      later.add(next.take(use).id());
    }
    assertThat(later).as("of another epoch").doesNotContainAnyElementsOf(ids);
  }

  @Test
  void nobodyTakesASessionThatIsTaken() {
    sessions.take(SystemSession.TABLE_FILLS);
    assertThatIllegalStateException()
        .isThrownBy(() -> sessions.take(SystemSession.TABLE_FILLS))
        .withMessageContaining("TABLE_FILLS");
  }

  @Test
  void aSessionNumbersItsCalls() {
    OwnSession session = sessions.take(SystemSession.JARS);
    assertThat(session.nextSequence()).isEqualTo(1);
    assertThat(session.nextSequence()).isEqualTo(2);
  }
}
