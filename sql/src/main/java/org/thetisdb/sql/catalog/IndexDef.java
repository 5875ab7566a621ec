package org.thetisdb.sql.catalog;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A secondary index. Its entries are rows of a table of its own, with partitions and masters, so a
 * unique one holds across sites (hazard 11).
 *
 * @param name unique among indexes
 * @param tableId the stored table of its entries
 * @param columns what is indexed, in the order of the index: places in the table's list of columns,
 *     or below 0 {@link #expression} at this place
 * @param unique whether two rows may not have the same values, unless one of them is null
 * @param constraint whether it stands for a UNIQUE constraint, and goes only with that
 * @param state how far it has come since it was made
 * @param where which rows it holds; null for all
 * @param expressions what it holds the values of beside columns
 */
public record IndexDef(
    String name,
    int tableId,
    List<Integer> columns,
    boolean unique,
    boolean constraint,
    State state,
    IndexPredicate where,
    List<IndexExpression> expressions) {
  /** An index of columns. */
  public IndexDef(
      String name,
      int tableId,
      List<Integer> columns,
      boolean unique,
      boolean constraint,
      State state,
      IndexPredicate where) {
    this(name, tableId, columns, unique, constraint, state, where, List.of());
  }

  /** An index of columns of all rows. */
  public IndexDef(
      String name,
      int tableId,
      List<Integer> columns,
      boolean unique,
      boolean constraint,
      State state) {
    this(name, tableId, columns, unique, constraint, state, null);
  }

  /**
   * An index comes to be in steps, each in force at all sites before the next begins. The code is
   * part of the format of definitions.
   */
  public enum State {
    /** Writers keep it up to date; nobody reads it yet, since rows of before are missing. */
    WRITTEN(0),
    /** It is complete. */
    READY(1);

    private final int code;

    State(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /** The same index under another name. */
  public IndexDef withName(String newName) {
    return new IndexDef(newName, tableId, columns, unique, constraint, state, where, expressions);
  }

  /** The same index with its entries in another stored table. */
  public IndexDef withTable(int newTableId) {
    return new IndexDef(name, newTableId, columns, unique, constraint, state, where, expressions);
  }

  /** The same index, which stands for a UNIQUE constraint of this name. */
  public IndexDef asConstraint(String newName) {
    return new IndexDef(newName, tableId, columns, unique, true, state, where, expressions);
  }

  /** The same index, come as far as {@code next}. */
  public IndexDef withState(State next) {
    return new IndexDef(name, tableId, columns, unique, constraint, next, where, expressions);
  }

  /** The same index when columns have other places. */
  public IndexDef withPlaces(UnaryOperator<List<Integer>> moved) {
    IndexPredicate movedWhere =
        where == null ? null : where.withColumns(moved.apply(where.columns()));
    List<IndexExpression> movedExpressions =
        expressions.stream()
            .map(expression -> expression.withColumns(moved.apply(expression.columns())))
            .toList();
    return new IndexDef(
        name,
        tableId,
        moved.apply(columns),
        unique,
        constraint,
        state,
        movedWhere,
        movedExpressions);
  }

  /** Whether it holds some rows, and not all. */
  public boolean isPartial() {
    return where != null;
  }

  /** Whether it holds all rows, and values of columns alone. */
  public boolean isPlain() {
    return where == null && expressions.isEmpty();
  }

  /** The place that stands for an expression, by its number. */
  public static int placeOfExpression(int number) {
    return -1 - number;
  }

  /** The expression at a place of {@link #columns}; null if a column is there. */
  public IndexExpression expression(int place) {
    return place >= 0 ? null : expressions.get(-1 - place);
  }

  /** Whether a row's entry, or whether there is one, depends on a column. */
  public boolean dependsOn(int column) {
    return isMadeOf(column) || (where != null && where.columns().contains(column));
  }

  /** Whether the key of a row's entry depends on a column. */
  public boolean isMadeOf(int column) {
    return columns.contains(column)
        || expressions.stream().anyMatch(expression -> expression.columns().contains(column));
  }
}
