package org.thetisdb.sql.catalog;

import java.util.List;

/**
 * A foreign key.
 *
 * @param columns places in the child's list of columns
 * @param parent the name of the table that is referred to
 * @param parentColumns places in the parent's list of columns: its primary key or a unique index
 */
public record ForeignKeyDef(
    String name,
    List<Integer> columns,
    String parent,
    List<Integer> parentColumns,
    OnParent onDelete) {
  /** What becomes of children when their parent goes. */
  public enum OnParent {
    /** The parent cannot go. */
    RESTRICT,
    /** They go, too. */
    CASCADE,
    /** They refer to nothing. */
    SET_NULL
  }
}
