package org.thetisdb.sql.catalog;

import java.util.List;

/**
 * Which rows a partial index holds: those of which the condition is true. Immutable.
 *
 * @param conditionSql its text, which names columns alone
 * @param columns the places of these columns in the table's list, in ascending order
 */
public record IndexPredicate(String conditionSql, List<Integer> columns) {
  /** The same condition when its columns have other places. */
  public IndexPredicate withColumns(List<Integer> places) {
    return new IndexPredicate(conditionSql, places);
  }

  /** The condition as one that is never unknown. */
  public String isTrueSql() {
    return "(" + conditionSql + "\n) IS TRUE";
  }
}
