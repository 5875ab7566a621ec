package org.thetisdb.benchmarks.driver.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;

/** Which errors are counted, and which make a run a failure. */
final class ErrorRuleTest {
  @Test
  void whoIsToldToTryAgainOrToLookHasNotFailed() {
    for (String code :
        new String[] {
          "T2005",
          "T8026",
          "T3001",
          "T3002",
          "T3003",
          "T3004",
          "T3005",
          "T3006",
          "T3007",
          "T1005",
          "T1004",
          "SQLState 40001",
          "SQLState 08007",
          "SQLState 53000",
          "SQLState 57P03",
          "SQLState 40001 T8026",
          "while loading: SQLState 40001 T2005",
          "gave up"
        }) {
      assertThat(ErrorRule.isExpected(code)).as(code).isTrue();
    }
  }

  @Test
  void allElseIsAFailure() {
    for (String code :
        new String[] {
          "T9001",
          "T2002",
          "T2003",
          "T2006",
          "T8011",
          "T8012",
          "T1001",
          "SQLState 23505",
          "SQLState XX000",
          "SQLState 53200",
          "while loading: SQLState 23505",
          "SQLState 57014 T2003",
          "SQLState ?",
          "others",
          "T99999"
        }) {
      assertThat(ErrorRule.isExpected(code)).as(code).isFalse();
    }
  }

  @Test
  void noConflictIsAFailureAndEveryFaultIs() {
    for (ErrorCode code : ErrorCode.values()) {
      if (code.sqlState().equals("40001")) {
        assertThat(ErrorRule.isExpected(code.id())).as(code.id()).isTrue();
      } else if (code.sqlState().startsWith("XX")) {
        assertThat(ErrorRule.isExpected(code.id())).as(code.id()).isFalse();
      }
    }
  }
}
