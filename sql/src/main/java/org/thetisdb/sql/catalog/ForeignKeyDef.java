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
 * @param timing when it is checked
 */
public record ForeignKeyDef(
    String name,
    List<Integer> columns,
    String parent,
    List<Integer> parentColumns,
    OnParent onDelete,
    OnParent onUpdate,
    boolean enforced,
    Timing timing) {
  /** A foreign key that is checked with each statement. */
  public ForeignKeyDef(
      String name,
      List<Integer> columns,
      String parent,
      List<Integer> parentColumns,
      OnParent onDelete,
      OnParent onUpdate,
      boolean enforced) {
    this(name, columns, parent, parentColumns, onDelete, onUpdate, enforced, Timing.NOT_DEFERRABLE);
  }

  /** What becomes of children. The code is part of the stored format. */
  public enum OnParent {
    /** The parent cannot go or change while there are any. */
    RESTRICT(0),
    /** They go or change, too. */
    CASCADE(1),
    /** They refer to nothing. */
    SET_NULL(2),
    /** When the foreign key is checked, they must have a parent again. */
    NO_ACTION(3),
    /** They refer to what the defaults of their columns say. */
    SET_DEFAULT(4);

    private final int code;

    OnParent(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /** When it is checked. The code is part of the stored format. */
  public enum Timing {
    /** At the end of each statement. */
    NOT_DEFERRABLE(0),
    /** The same, unless SET CONSTRAINTS says otherwise. */
    INITIALLY_IMMEDIATE(1),
    /** At the end of the transaction, unless SET CONSTRAINTS says otherwise. */
    INITIALLY_DEFERRED(2);

    private final int code;

    Timing(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /** The same foreign key when columns have other places. */
  public ForeignKeyDef withColumns(List<Integer> places, List<Integer> parentPlaces) {
    return new ForeignKeyDef(
        name, places, parent, parentPlaces, onDelete, onUpdate, enforced, timing);
  }

  /** The same foreign key under another name. */
  public ForeignKeyDef withName(String newName) {
    return new ForeignKeyDef(
        newName, columns, parent, parentColumns, onDelete, onUpdate, enforced, timing);
  }

  /** The same foreign key when its parent has another name. */
  public ForeignKeyDef withParent(String newParent) {
    return new ForeignKeyDef(
        name, columns, newParent, parentColumns, onDelete, onUpdate, enforced, timing);
  }

  /** Whether SET CONSTRAINTS may say when it is checked. */
  public boolean isDeferrable() {
    return timing != Timing.NOT_DEFERRABLE;
  }

  /** Whether its actions and timing could be said before there were more of them. */
  boolean isOfOldKind() {
    return timing == Timing.NOT_DEFERRABLE && isOfOldKind(onDelete) && isOfOldKind(onUpdate);
  }

  private static boolean isOfOldKind(OnParent action) {
    return switch (action) {
      case CASCADE, SET_NULL, NO_ACTION -> true;
      case RESTRICT, SET_DEFAULT -> false;
    };
  }
}
