package org.thetisdb.sql.interpret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.ParameterExpression;
import org.junit.jupiter.api.Test;
import org.thetisdb.sql.context.Calculation;

/** A function of many expressions is much to calculate, however few rows it is called for. */
final class EffortOfFunctionsTest {
  private static final ParameterExpression ROOT = Expressions.parameter(DataContext.class, "root");

  /** Makes an array of so many values. */
  private static Interpreter values(int count) {
    List<Expression> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(Expressions.box(Expressions.constant(i)));
    }
    BlockStatement body =
        Expressions.block(
            Expressions.return_(null, Expressions.newArrayInit(Object.class, values)));
    return Interpreter.ofValues(body, ROOT);
  }

  private static int timesAsked(Interpreter function, int calls) {
    int[] asked = new int[1];
    Calculation.watched(
        () -> asked[0]++,
        () -> {
          for (int i = 0; i < calls; i++) {
            function.call(null);
          }
        });
    return asked[0];
  }

  @Test
  void whoWatchesIsAskedWhileAWideFunctionIsCalledForAFewRows() {
    assertThat(timesAsked(values(1_000), 128)).isGreaterThan(8);
  }

  @Test
  void twiceAsWideCountsTwice() {
    assertThat(timesAsked(values(2_000), 128))
        .isBetween(2 * timesAsked(values(1_000), 128) - 2, 2 * timesAsked(values(1_000), 128) + 2);
  }

  @Test
  void aFunctionOfFewExpressionsCostsNothingToCount() {
    assertThat(timesAsked(values(10), 10_000)).isZero();
  }
}
