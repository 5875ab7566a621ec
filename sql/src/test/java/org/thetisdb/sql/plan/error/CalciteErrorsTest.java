package org.thetisdb.sql.plan.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** What the planner ends with is a refusal of the statement, and a fault where it is ours. */
class CalciteErrorsTest {
  private static RuntimeException thrownAt(String... classes) {
    RuntimeException thrown = new ArrayIndexOutOfBoundsException();
    StackTraceElement[] trace = new StackTraceElement[classes.length];
    for (int i = 0; i < classes.length; i++) {
      trace[i] = new StackTraceElement(classes[i], "run", null, 1);
    }
    thrown.setStackTrace(trace);
    return thrown;
  }

  @Test
  void theFirstOfCalciteAndOursIsTheOneThatThrew() {
    String calcite = "org.apache.calcite.rel.RelNode";
    String ours = "org.thetisdb.sql.plan.SqlCompiler";
    assertThat(CalciteErrors.isOfCalcite(thrownAt("java.util.List", calcite, ours))).isTrue();
    assertThat(CalciteErrors.isOfCalcite(thrownAt("java.util.List", ours, calcite))).isFalse();
  }

  @Test
  void aRefusalThatComesOftenStaysOneThoughTheJvmLeavesTheTraceOut() {
    RuntimeException withoutTrace = thrownAt();
    assertThat(CalciteErrors.isOfCalcite(withoutTrace)).isTrue();
    ThetisException refused = CalciteErrors.ofCalcite(withoutTrace, "SELECT 1");
    assertThat(refused.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    assertThat(refused).hasMessageContaining("is not supported here");
  }
}
