package org.thetisdb.sql.integrity;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;

/**
 * The compiled expression of a calculated column or of an index. Immutable, safe for all threads.
 */
@FunctionalInterface
public interface RowValue {
  /**
   * What the column or the entry holds, in its stored form, given the columns of a row.
   *
   * @param context may be null where nothing is asked but the row
   */
  Object of(Context context, Row row);
}
