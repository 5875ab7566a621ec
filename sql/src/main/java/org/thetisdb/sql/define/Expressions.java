package org.thetisdb.sql.define;

import org.thetisdb.procedures.Context;
import org.thetisdb.sql.integrity.CheckCompiler;
import org.thetisdb.sql.type.SqlType;

/** Expressions of definitions: CHECK conditions and defaults. Safe for all threads. */
public interface Expressions extends CheckCompiler {
  /**
   * The value of a DEFAULT as a row holds it.
   *
   * @param context for the time and random numbers
   * @throws org.thetisdb.core.error.ThetisException if the text is no expression without columns,
   *     or its value does not fit the type
   */
  Object defaultValue(SqlType type, String defaultSql, Context context);
}
