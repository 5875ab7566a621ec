package org.thetisdb.relational.database;

import java.util.List;

/**
 * What a statement answers.
 *
 * @param changed how many rows it has changed; 0 if it answers with rows
 * @param columns their names; empty if there are no rows
 * @param rows values of the types that calls of the cluster take, in order of the columns
 */
public record DatabaseResult(long changed, List<String> columns, List<List<Object>> rows) {
  /** {@return the value in the first column of the first row; null if there is no row} */
  public Object first() {
    return rows.isEmpty() ? null : rows.get(0).get(0);
  }
}
