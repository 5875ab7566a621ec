package org.thetisdb.sql.catalog;

import java.util.List;

/**
 * A foreign key.
 *
 * @param columns places in the child's list of columns
 * @param parent the name of the table that is referred to
 * @param parentColumns places in the parent's list of columns: its primary key or a unique index
 * @param onDelete what becomes of children when their parent goes
 * @param onUpdate what becomes of them when the columns that they refer to change
 * @param enforced whether it is checked; else it is only noted
 */
public record ForeignKeyDef(
    String name,
    List<Integer> columns,
    String parent,
    List<Integer> parentColumns,
    OnParent onDelete,
    OnParent onUpdate,
    boolean enforced) {
  /** What becomes of children. The code is part of the stored format. */
  public enum OnParent {
    /** The parent cannot go or change. */
    RESTRICT(0),
    /** They go or change, too. */
    CASCADE(1),
    /** They refer to nothing. */
    SET_NULL(2);

    private final int code;

    OnParent(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /** The same foreign key when columns have other places. */
  public ForeignKeyDef withColumns(List<Integer> places, List<Integer> parentPlaces) {
    return new ForeignKeyDef(name, places, parent, parentPlaces, onDelete, onUpdate, enforced);
  }

  /** The same foreign key when its parent has another name. */
  public ForeignKeyDef withParent(String newParent) {
    return new ForeignKeyDef(name, columns, newParent, parentColumns, onDelete, onUpdate, enforced);
  }
}
