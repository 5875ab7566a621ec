package org.thetisdb.sql.integrity;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;

/** The compiled expression of a calculated column. Immutable, safe for all threads. */
@FunctionalInterface
public interface RowValue {
  /** What the column holds, in its stored form, given the other columns of a row. */
  Object of(Context context, Row row);
}
