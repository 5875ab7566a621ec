package org.thetisdb.sql.parse;

import java.util.List;
import org.thetisdb.sql.Compiled;

/** A statement as it was read. All immutable. */
public sealed interface Statement {
  /** One that needs no compiling. */
  record Ready(Compiled compiled) implements Statement {}

  /**
   * A query or a change of rows.
   *
   * @param text what Calcite can read; places in it are those of the statement
   * @param locks whether it ends in FOR UPDATE
   * @param replaces whether it is an UPSERT
   * @param conflict what ON CONFLICT says; null without one
   * @param returning what RETURNING lists, as a query without a table; null without it
   */
  record Rows(String text, boolean locks, boolean replaces, Conflict conflict, String returning)
      implements Statement {}

  /** EXPLAIN. */
  record Explain(Rows statement) implements Statement {}

  /**
   * ON CONFLICT.
   *
   * @param columns of the key that is meant; empty for any
   * @param constraint the name of the constraint that is meant; null if columns are
   * @param updateSql an UPDATE of the table that says what is set; null for DO NOTHING
   */
  record Conflict(List<String> columns, String constraint, String updateSql) {}
}
