package org.thetisdb.sql.catalog;

import org.thetisdb.sql.type.SqlType;

/**
 * A column as SQL knows it.
 *
 * @param name lower case unless it was quoted
 * @param storedAt its number in the stored table, which differs from its place here: there the key
 *     comes first, and dropped columns stay
 * @param nullable whether it may be null; false for NOT NULL and for columns of the primary key
 * @param defaultSql the text of its DEFAULT; null if it has none
 * @param sequence the name of the sequence that an identity column takes its values from; null if
 *     it is none
 * @param alwaysGenerated whether an INSERT must not give the value of this identity column
 */
public record ColumnDef(
    String name,
    SqlType type,
    int storedAt,
    boolean nullable,
    String defaultSql,
    String sequence,
    boolean alwaysGenerated) {
  /** The same column under another name. */
  public ColumnDef withName(String newName) {
    return new ColumnDef(newName, type, storedAt, nullable, defaultSql, sequence, alwaysGenerated);
  }

  /** The same column of another type. */
  public ColumnDef withType(SqlType newType) {
    return new ColumnDef(name, newType, storedAt, nullable, defaultSql, sequence, alwaysGenerated);
  }

  /** The same column with another default; null for none. */
  public ColumnDef withDefault(String newDefaultSql) {
    return new ColumnDef(name, type, storedAt, nullable, newDefaultSql, sequence, alwaysGenerated);
  }

  /** The same column, which may be null or not. */
  public ColumnDef withNullable(boolean newNullable) {
    return new ColumnDef(name, type, storedAt, newNullable, defaultSql, sequence, alwaysGenerated);
  }
}
