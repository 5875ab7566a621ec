package org.thetisdb.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.script.ScriptDatabase;

/** Work on long values is work that whoever runs the statement hears of. */
final class LongValueStepsTest {
  private static final int BYTES = 8_000_000;
  private static final int LEAST_ASKED = BYTES / 16 / Calculation.STEPS_BETWEEN;

  private final ScriptDatabase database = new ScriptDatabase();
  private int asked;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "upper(%s)",
        "md5(%s)",
        "reverse(%s)",
        "%s || 'y'",
        "encode(CAST(%s AS bytea), 'hex')",
        "substring(%s from 2)",
        "replace(%s, 'y', 'z')",
        "translate(%s, 'y', 'z')",
      })
  void longValuesAreNotMadeUnseen(String function) {
    String call = function.formatted("repeat('x', " + BYTES + ")");
    Calculation.watched(() -> asked++, () -> database.run("SELECT length(" + call + ")"));
    int all = asked;
    asked = 0;
    Calculation.watched(
        () -> asked++, () -> database.run("SELECT length(repeat('x', " + BYTES + "))"));
    assertThat(asked).as("repeat").isGreaterThanOrEqualTo(LEAST_ASKED);
    assertThat(all - asked).as(function).isGreaterThanOrEqualTo(LEAST_ASKED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"upper('short')", "'a' || 'b'", "md5('x')"})
  void shortOnesAreNoWork(String call) {
    Calculation.watched(() -> asked++, () -> database.run("SELECT " + call));
    assertThat(asked).isZero();
  }
}
