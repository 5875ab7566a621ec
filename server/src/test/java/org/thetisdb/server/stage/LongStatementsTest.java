package org.thetisdb.server.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What was too long for a caller goes to the event loop's own thread for a while. */
class LongStatementsTest {
  private final LongStatements statements = new LongStatements();

  @Test
  void aStatementIsTheCallersUntilItWasTooLong() {
    assertThat(statements.takeRun("scan")).isFalse();
    statements.add("scan");
    assertThat(statements.takeRun("scan")).isTrue();
    assertThat(statements.takeRun("another")).isFalse();
  }

  @Test
  void afterManyRunsItIsTriedAgain() {
    statements.add("scan");
    for (int run = 0; run < 64; run++) {
      assertThat(statements.takeRun("scan")).as("run %d", run).isTrue();
    }
    assertThat(statements.takeRun("scan")).isFalse();
    assertThat(statements.takeRun("scan")).as("it was short this time").isFalse();
  }

  @Test
  void whatWasMetLongAgoIsForgotten() {
    for (int i = 0; i < 300; i++) {
      statements.add(i);
    }
    assertThat(statements.takeRun(0)).isFalse();
    assertThat(statements.takeRun(299)).isTrue();
  }
}
