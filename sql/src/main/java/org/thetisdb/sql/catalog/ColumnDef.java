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
 * @param alwaysGenerated whether an INSERT must not give the value of this column
 * @param generatedSql the expression over other columns that gives its value; null for none
 * @param comment what COMMENT ON says of it; null for nothing
 */
public record ColumnDef(
    String name,
    SqlType type,
    int storedAt,
    boolean nullable,
    String defaultSql,
    String sequence,
    boolean alwaysGenerated,
    String generatedSql,
    String comment) {
  /** A column that is not calculated, and of which no comment says anything. */
  public ColumnDef(
      String name,
      SqlType type,
      int storedAt,
      boolean nullable,
      String defaultSql,
      String sequence,
      boolean alwaysGenerated) {
    this(name, type, storedAt, nullable, defaultSql, sequence, alwaysGenerated, null, null);
  }

  /** Whether its value follows from the other columns of its row. */
  public boolean isCalculated() {
    return generatedSql != null;
  }

  private ColumnDef with(
      String newName, SqlType newType, boolean newNullable, String newDefaultSql, String said) {
    return new ColumnDef(
        newName,
        newType,
        storedAt,
        newNullable,
        newDefaultSql,
        sequence,
        alwaysGenerated,
        generatedSql,
        said);
  }

  /** The same column under another name. */
  public ColumnDef withName(String newName) {
    return with(newName, type, nullable, defaultSql, comment);
  }

  /** The same column of another type. */
  public ColumnDef withType(SqlType newType) {
    return with(name, newType, nullable, defaultSql, comment);
  }

  /** The same column, held by another stored one. */
  public ColumnDef withStoredAt(int newStoredAt) {
    return new ColumnDef(
        name,
        type,
        newStoredAt,
        nullable,
        defaultSql,
        sequence,
        alwaysGenerated,
        generatedSql,
        comment);
  }

  /** A column that may be null, and whose value is this expression over others. */
  public ColumnDef withValueOf(String expressionSql) {
    return new ColumnDef(name, type, storedAt, true, null, null, true, expressionSql, null);
  }

  /** The same column with another default; null for none. */
  public ColumnDef withDefault(String newDefaultSql) {
    return with(name, type, nullable, newDefaultSql, comment);
  }

  /** The same column, with values of a sequence of another name. */
  public ColumnDef withSequence(String newSequence) {
    return withSequence(newSequence, alwaysGenerated);
  }

  /** The same column with values of a sequence, or of none: null. */
  public ColumnDef withSequence(String newSequence, boolean always) {
    return new ColumnDef(
        name, type, storedAt, nullable, defaultSql, newSequence, always, generatedSql, comment);
  }

  /** The same column, if its default were its value always. */
  public ColumnDef withDefaultCalculated() {
    return new ColumnDef(name, type, storedAt, nullable, null, null, true, defaultSql, comment);
  }

  /** The same column, which may be null or not. */
  public ColumnDef withNullable(boolean newNullable) {
    return with(name, type, newNullable, defaultSql, comment);
  }

  /** The same column with another comment; null for none. */
  public ColumnDef withComment(String newComment) {
    return with(name, type, nullable, defaultSql, newComment);
  }
}
