package org.thetisdb.sql.ddl;

import java.util.List;
import org.thetisdb.sql.catalog.ForeignKeyDef.OnParent;
import org.thetisdb.sql.catalog.ForeignKeyDef.Timing;

/** A constraint as it was declared; its name is null if it was given none. */
public sealed interface ConstraintSpec {
  /** The name; null if it was given none. */
  String name();

  /**
   * PRIMARY KEY.
   *
   * @param columns none if they are those of an index
   * @param index the index that it is made of; null if its columns are named
   */
  record PrimaryKey(String name, List<String> columns, String index) implements ConstraintSpec {
    /** One of columns that are named. */
    public PrimaryKey(String name, List<String> columns) {
      this(name, columns, null);
    }
  }

  /** UNIQUE. */
  record Unique(String name, List<String> columns) implements ConstraintSpec {}

  /** CHECK; the condition as it was written. */
  record Check(String name, String conditionSql) implements ConstraintSpec {}

  /**
   * FOREIGN KEY.
   *
   * @param parentColumns empty for the parent's primary key
   */
  record ForeignKey(
      String name,
      List<String> columns,
      String parent,
      List<String> parentColumns,
      OnParent onDelete,
      OnParent onUpdate,
      Timing timing)
      implements ConstraintSpec {
    /** One that is checked with each statement. */
    public ForeignKey(
        String name,
        List<String> columns,
        String parent,
        List<String> parentColumns,
        OnParent onDelete,
        OnParent onUpdate) {
      this(name, columns, parent, parentColumns, onDelete, onUpdate, Timing.NOT_DEFERRABLE);
    }
  }
}
