package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.SessionId;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.server.commit.OutcomeTable.Outcome;

/** Scenarios about remembered outcomes. */
final class OutcomeTableTest {
  @Test
  void theNewestCallOfASessionIsKept() {
    OutcomeTable table = new OutcomeTable(10, 1 << 20);
    table.record(1, outcome(2));
    table.record(1, outcome(1));
    assertThat(table.find(1).sequence()).isEqualTo(2);
    assertThat(table.find(2)).isNull();
  }

  @Test
  void itForgetsTheOldestAndKnowsWhichTheyAre() {
    OutcomeTable table = new OutcomeTable(10, 1 << 20);
    for (int session = 1; session <= 20; session++) {
      table.record(session, outcome(1));
    }
    assertThat(table.find(1)).isNotNull();
    table.record(21, outcome(1));
    assertThat(table.find(1)).isNull();
    assertThat(table.find(11)).isNotNull();
    assertThat(table.find(21)).isNotNull();
    assertThatThrownBy(() -> table.recorded(1, 1, true)).isInstanceOf(ThetisException.class);
    assertThat(table.recorded(22, 1, true)).as("newer than all that were forgotten").isNull();
  }

  @Test
  void aCallIsAnsweredByItsOwnOutcomeAndRefusedBehindALaterOne() {
    OutcomeTable table = new OutcomeTable(10, 1 << 20);
    table.record(1, outcome(2));
    assertThat(table.recorded(1, 3, false)).isNull();
    assertThat(table.recorded(1, 2, true)).isSameAs(table.find(1));
    assertThatThrownBy(() -> table.recorded(1, 1, true)).isInstanceOf(ThetisException.class);
    assertThat(table.recorded(0, 1, true)).as("no session").isNull();
  }

  @Test
  void aPerhapsForgottenRepetitionIsRefusedAndAFirstRunIsNot() {
    OutcomeTable table = new OutcomeTable(10, 1 << 20);
    assertThat(table.recorded(5, 1, true)).isNull();
    table.forgotten().add(7);
    assertThat(table.recorded(5, 1, false)).isNull();
    assertThatThrownBy(() -> table.recorded(5, 1, true)).isInstanceOf(ThetisException.class);
  }

  @Test
  void aWalkInPiecesVisitsAllThatWasKnownBefore() {
    OutcomeTable table = new OutcomeTable(10, 1 << 20);
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
    OutcomeTable.Walk walk = new OutcomeTable(10, 1 << 20).walk();
    assertThat(walk.step(1, (session, outcome) -> fail("nobody is there"))).isFalse();
    assertThat(walk.step(1, (session, outcome) -> fail("nobody is there"))).isFalse();
  }

  @Test
  void aLongResultIsNotKeptButThatItsCallCommittedIs() {
    OutcomeTable table = new OutcomeTable(10, 1 << 20);
    byte[] longest = new byte[OutcomeTable.LONGEST_RESULT_BYTES];
    assertThat(OutcomeTable.kept(longest)).isSameAs(longest);
    table.record(1, new Outcome(3, 1, 3, OutcomeTable.kept(new byte[longest.length + 1])));
    assertThatThrownBy(() -> table.recorded(1, 3, true))
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESULT_NOT_KEPT));
    assertThat(table.recorded(1, 4, false)).isNull();
  }

  @Test
  void resultsTakeNoMoreMemoryThanTheyMay() {
    long limit = 8 << 20;
    OutcomeTable table = new OutcomeTable(100_000, limit);
    byte[] longest = new byte[OutcomeTable.LONGEST_RESULT_BYTES];
    for (int session = 1; session <= 1_000; session++) {
      table.record(session, new Outcome(1, 1, session, longest));
      assertThat(table.bytes()).isLessThanOrEqualTo(limit);
    }
    assertThat(table.find(1_000)).isNotNull();
    assertThatThrownBy(() -> table.recorded(1, 1, true)).isInstanceOf(ThetisException.class);
  }

  @Test
  void whoReplacesItsOutcomeTakesNoMoreMemory() {
    OutcomeTable table = new OutcomeTable(10, 1 << 20);
    table.record(1, new Outcome(1, 1, 1, new byte[1_000]));
    long bytes = table.bytes();
    for (int call = 2; call <= 10_000; call++) {
      table.record(1, new Outcome(call, 1, call, new byte[1_000]));
    }
    assertThat(table.bytes()).isEqualTo(bytes);
  }

  @Test
  @Tag("slow")
  @InTurn(oneIn = 8)
  void behindTenMillionSessionsTheNextOnesAreServedAsTheFirst() {
    OutcomeTable table = new OutcomeTable(100_000, 128L << 20);
    byte[] result = new byte[10];
    for (int session = 1; session <= 10_000_000; session++) {
      table.record(idOf(session), new Outcome(1, 1, session, result));
    }
    assertThat(table.bytes()).isLessThan(128L << 20);
    for (int session = 10_000_001; session <= 10_000_100; session++) {
      long id = idOf(session);
      assertThat(table.recorded(id, 1, true)).as("a first call, twice on its way").isNull();
      table.record(id, new Outcome(1, 1, session, result));
      assertThat(table.recorded(id, 1, true)).isNotNull();
    }
    assertThatThrownBy(() -> table.recorded(idOf(1), 1, true)).isInstanceOf(ThetisException.class);
    assertThatThrownBy(() -> table.recorded(idOf(9_000_000), 1, true))
        .isInstanceOf(ThetisException.class);
  }

  /** A thousand connections in an epoch, and a thousand sessions each. */
  private static long idOf(int session) {
    return SessionId.base(1 + session / 1_000_000, session / 1_000 % 1_000) + session % 1_000;
  }

  @Test
  void whatIsKnownOfForgottenSessionsIsBoundedAndNeverForgetsOne() {
    ForgottenSessions forgotten = new ForgottenSessions();
    int epochs = 10 * ForgottenSessions.MOST_EPOCHS;
    for (int epoch = 1; epoch <= epochs; epoch++) {
      forgotten.add(SessionId.base(epoch, 5));
    }
    int[] known = {0};
    forgotten.forEach(session -> known[0]++);
    assertThat(known[0]).isEqualTo(ForgottenSessions.MOST_EPOCHS);
    for (int epoch = 1; epoch <= epochs; epoch++) {
      assertThat(forgotten.contains(SessionId.base(epoch, 5))).isTrue();
    }
    assertThat(forgotten.contains(SessionId.base(epochs, 6))).isFalse();
    assertThat(forgotten.contains(SessionId.base(epochs + 1, 0))).isFalse();
  }

  private static Outcome outcome(long sequence) {
    return new Outcome(sequence, 1, sequence, new byte[0]);
  }
}
