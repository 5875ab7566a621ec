package org.thetisdb.server.commit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
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

  private static Outcome outcome(long sequence) {
    return new Outcome(sequence, 1, sequence, new byte[0]);
  }
}
