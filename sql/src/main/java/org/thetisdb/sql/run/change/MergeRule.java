package org.thetisdb.sql.run.change;

import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.query.RowFunction;

/**
 * What MERGE does with some of its rows. Immutable.
 *
 * @param matched whether it is about rows of the source that have a row in the table
 * @param condition over a row of the join; null for all
 * @param kind what is done
 * @param expressions what is calculated for it, over a row of the join
 * @param values for UPDATE what is set, for INSERT a source for each column
 */
public record MergeRule(
    boolean matched, Scalar condition, Kind kind, RowFunction expressions, Assignments values) {
  /** What is done. */
  public enum Kind {
    UPDATE,
    DELETE,
    INSERT,
    NOTHING
  }

  /** Whether it is for the row at hand. */
  boolean fits(boolean found, RunContext run) {
    return matched == found && (condition == null || Boolean.TRUE.equals(condition.eval(run)));
  }
}
