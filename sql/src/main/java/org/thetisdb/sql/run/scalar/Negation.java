package org.thetisdb.sql.run.scalar;

import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;

/**
 * NOT of a condition; unknown stays unknown. Immutable.
 *
 * @param condition gives true, false or null
 */
public record Negation(Scalar condition) implements Scalar {
  @Override
  public Object eval(RunContext run) {
    Object value = condition.eval(run);
    return value == null ? null : (Object) !((Boolean) value);
  }
}
