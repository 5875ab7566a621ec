package org.thetisdb.sql.ddl;

/**
 * A column of an index, or an expression over columns.
 *
 * @param text the name of the column, or the text of the expression
 */
public record IndexPart(String text, boolean isExpression) {
  /** A column. */
  public static IndexPart column(String name) {
    return new IndexPart(name, false);
  }
}
