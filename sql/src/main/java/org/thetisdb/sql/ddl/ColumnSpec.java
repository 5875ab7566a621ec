package org.thetisdb.sql.ddl;

import org.thetisdb.sql.type.SqlType;

/**
 * A column as it was declared. Constraints that were written with it stand beside the other
 * constraints.
 *
 * @param defaultSql the text of its DEFAULT; null if it has none
 * @param identity where its values come from; null if it is no identity column
 * @param generatedSql the expression over other columns that gives its value; null for none
 */
public record ColumnSpec(
    String name,
    SqlType type,
    boolean notNull,
    String defaultSql,
    IdentitySpec identity,
    String generatedSql) {
  /** A column that is not calculated. */
  public ColumnSpec(
      String name, SqlType type, boolean notNull, String defaultSql, IdentitySpec identity) {
    this(name, type, notNull, defaultSql, identity, null);
  }
}
