package org.thetisdb.sql.run.query;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;

/**
 * LIMIT and OFFSET. Immutable.
 *
 * @param offset null for none
 * @param fetch null for none
 */
public record RowLimit(Scalar offset, Scalar fetch) {
  /** All rows. */
  public static final RowLimit NONE = new RowLimit(null, null);

  /** How many rows are skipped. */
  long skipped(RunContext run) {
    return offset == null ? 0 : count(offset, run, "OFFSET", 0);
  }

  /** How many rows are wanted at most. */
  long wanted(RunContext run) {
    return fetch == null ? Long.MAX_VALUE : count(fetch, run, "LIMIT", Long.MAX_VALUE);
  }

  private static long count(Scalar scalar, RunContext run, String name, long ofNull) {
    Object value = scalar.eval(run);
    if (value == null) {
      return ofNull;
    }
    long count = ((Number) value).longValue();
    if (count < 0) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_VALUE, "%s must not be negative, but is %d.".formatted(name, count));
    }
    return count;
  }
}
