package org.thetisdb.sql.run;

import java.util.List;

/**
 * What an INSERT does with a row that is there already. Immutable.
 *
 * @param kind what is done
 * @param update for UPDATE what is set; else null
 * @param expressions for UPDATE what is calculated, over the old row and the new one behind it
 * @param condition for UPDATE which rows are changed, over the same; null for all
 * @param key finds the row that is there; null for the primary key
 */
public record OnConflict(
    Kind kind, Assignments update, RowFunction expressions, Scalar condition, List<Integer> key) {
  /** What is done. */
  public enum Kind {
    /** It is an error. */
    FAIL,
    /** The new row is left out. */
    SKIP,
    /** The new row takes its place. */
    REPLACE,
    /** The row that is there is changed. */
    UPDATE
  }

  /** It is an error. */
  public static final OnConflict FAIL = of(Kind.FAIL);

  /** Without an update. */
  public static OnConflict of(Kind kind) {
    return new OnConflict(kind, null, null, null, null);
  }
}
