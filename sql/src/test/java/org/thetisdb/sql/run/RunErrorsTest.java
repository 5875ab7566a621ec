package org.thetisdb.sql.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.error.ErrorCode;

/** What goes wrong in a calculation has the same error however often it does. */
class RunErrorsTest {
  /** HotSpot throws one without message when code that divides by zero often is compiled. */
  @ParameterizedTest
  @CsvSource({
    "/ by zero, DIVISION_BY_ZERO",
    "Division by zero, DIVISION_BY_ZERO",
    ", DIVISION_BY_ZERO",
    "integer overflow, NUMBER_OUT_OF_RANGE"
  })
  void arithmeticThatFailsHasItsCode(String message, ErrorCode code) {
    assertThat(RunErrors.arithmetic(new ArithmeticException(message)).code()).isEqualTo(code);
  }
}
