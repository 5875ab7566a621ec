package org.thetisdb.lab.compare.grammar;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns that an expression may look at.
 *
 * @param own those of the query that it stands in
 * @param merged those among them that USING has merged, which go without the name of a table, so
 *     that queries within do not see them
 * @param outer those of the queries around; null for none
 */
record ColumnScope(List<Column> own, List<Column> merged, ColumnScope outer) {
  /** No columns. */
  static final ColumnScope NONE = new ColumnScope(List.of(), List.of(), null);

  /**
   * A column.
   *
   * @param text how it is written
   */
  record Column(String text, Type type) {}

  ColumnScope(List<Column> own, ColumnScope outer) {
    this(own, List.of(), outer);
  }

  /** The same without the queries around. */
  ColumnScope alone() {
    return new ColumnScope(own, merged, null);
  }

  /** What a query within this one sees around it. */
  ColumnScope within() {
    return new ColumnScope(own, List.of(), outer);
  }

  /** All columns of a type, those that are nearer several times. */
  List<Column> of(Type type) {
    List<Column> found = new ArrayList<>();
    for (Column column : merged) {
      add(found, column, type, 3);
    }
    for (Column column : own) {
      add(found, column, type, 2);
    }
    for (ColumnScope around = outer; around != null; around = around.outer) {
      for (Column column : around.own) {
        add(found, column, type, 1);
      }
    }
    return found;
  }

  /** Its columns that may be equal to one of the query around: what subqueries mostly look for. */
  List<String> equalitiesWithOuter() {
    List<String> found = new ArrayList<>();
    for (Column column : outer == null ? List.<Column>of() : own) {
      for (Column around : outer.own) {
        if (around.type() == column.type()) {
          found.add(column.text() + " = " + around.text());
        }
      }
    }
    return found;
  }

  private static void add(List<Column> found, Column column, Type type, int times) {
    for (int i = 0; column.type() == type && i < times; i++) {
      found.add(column);
    }
  }
}
