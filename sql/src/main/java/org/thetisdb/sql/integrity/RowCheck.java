package org.thetisdb.sql.integrity;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;

/** A compiled CHECK condition. Immutable, safe for all threads. */
@FunctionalInterface
public interface RowCheck {
  /** Whether the condition is not false for a row: true or null. */
  boolean allows(Context context, Row row);
}
