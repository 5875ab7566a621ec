package org.thetisdb.sql.run.query;

import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.function.Function1;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;

/**
 * Calculates several expressions of one row: simple ones directly, all others in one call of
 * generated code. Immutable.
 */
public final class RowFunction {
  private final Scalar[] simple;
  private final int[] generatedAt;
  private final Function1<DataContext, Object[]> generated;

  /**
   * A function.
   *
   * @param simple one for each expression; null where generated code calculates it
   * @param generatedAt the places of the generated ones
   * @param generated calculates these; null if there are none
   */
  public RowFunction(
      Scalar[] simple, int[] generatedAt, Function1<DataContext, Object[]> generated) {
    this.simple = simple;
    this.generatedAt = generatedAt;
    this.generated = generated;
  }

  /** How many values it calculates. */
  public int size() {
    return simple.length;
  }

  /** The values of the row at hand, in the form that is calculated with. */
  public Object[] apply(RunContext run) {
    Object[] values = new Object[simple.length];
    for (int i = 0; i < simple.length; i++) {
      if (simple[i] != null) {
        values[i] = simple[i].eval(run);
      }
    }
    if (generated != null) {
      Object[] calculated = generated.apply(run);
      for (int i = 0; i < generatedAt.length; i++) {
        values[generatedAt[i]] = calculated[i];
      }
    }
    return values;
  }

  /** The only value, as an expression of its own. */
  public Scalar single() {
    return simple[0] != null ? simple[0] : run -> generated.apply(run)[0];
  }
}
