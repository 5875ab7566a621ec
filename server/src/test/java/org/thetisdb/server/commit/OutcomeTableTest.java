package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/** Stories about remembered outcomes. */
final class OutcomeTableTest {
  @Test
  void theNewestCallOfASessionIsKept() {
    OutcomeTable table = new OutcomeTable(10);
    table.record(1, outcome(2));
    table.record(1, outcome(1));
    assertThat(table.find(1).sequence()).isEqualTo(2);
    assertThat(table.find(2)).isNull();
  }

  @Test
  void itForgetsTheOldestAndSaysSo() {
    OutcomeTable table = new OutcomeTable(10);
    for (int session = 1; session <= 20; session++) {
      table.record(session, outcome(1));
    }
    assertThat(table.hasForgotten()).isFalse();
    assertThat(table.find(1)).isNotNull();
    table.record(21, outcome(1));
    assertThat(table.find(1)).isNull();
    assertThat(table.find(21)).isNotNull();
    assertThat(table.hasForgotten()).isTrue();
  }

  @Test
  void aCallIsAnsweredByItsOwnOutcomeAndRefusedBehindALaterOne() {
    OutcomeTable table = new OutcomeTable(10);
    table.record(1, outcome(2));
    assertThat(table.recorded(1, 3, false)).isNull();
    assertThat(table.recorded(1, 2, true)).isSameAs(table.find(1));
    assertThatThrownBy(() -> table.recorded(1, 1, true)).isInstanceOf(ThetisException.class);
    assertThat(table.recorded(0, 1, true)).as("no session").isNull();
  }

  @Test
  void aRepetitionThatMayHaveBeenForgottenIsRefusedAndAFirstRunIsNot() {
    OutcomeTable table = new OutcomeTable(10);
    assertThat(table.recorded(5, 1, true)).isNull();
    table.setForgotten();
    assertThat(table.recorded(5, 1, false)).isNull();
    assertThatThrownBy(() -> table.recorded(5, 1, true)).isInstanceOf(ThetisException.class);
  }

  @Test
  void aWalkInPiecesVisitsAllThatWasKnownWhateverIsRecordedMeanwhile() {
    OutcomeTable table = new OutcomeTable(10);
    for (int session = 1; session <= 15; session++) {
      table.record(session, outcome(1));
    }
    Map<Long, Long> seen = new HashMap<>();
    OutcomeTable.Walk walk = table.walk();
    int pieces = 1;
    while (walk.step(4, (session, outcome) -> seen.put(session, outcome.sequence()))) {
      table.record(3, outcome(2));
      table.record(100 + pieces, outcome(1));
      pieces++;
    }
    assertThat(pieces).isGreaterThan(3);
    for (long session = 1; session <= 15; session++) {
      assertThat(seen).containsKey(session);
    }
    assertThat(seen).containsEntry(3L, 2L);
  }

  @Test
  void aWalkOverNothingEndsAtOnce() {
    OutcomeTable.Walk walk = new OutcomeTable(10).walk();
    assertThat(walk.step(1, (session, outcome) -> fail("nobody is there"))).isFalse();
    assertThat(walk.step(1, (session, outcome) -> fail("nobody is there"))).isFalse();
  }

  @Test
  void thatSessionsWereForgottenOutlivesARestart() {
    OutcomeTable table = new OutcomeTable(10);
    table.setForgotten();
    assertThat(table.hasForgotten()).isTrue();
  }

  private static Outcome outcome(long sequence) {
    return new Outcome(sequence, 1, sequence, new byte[0]);
  }
}
