package org.thetisdb.lab.compare.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table and its rows.
 *
 * @param rows constants, one for each column
 */
public record TableSpec(String name, List<ColumnSpec> columns, List<List<String>> rows) {
  /** What a table may have to find its rows by. */
  public enum Keying {
    /** Nothing. */
    NONE,
    /** The primary key. */
    PRIMARY,
    /** A unique column that may be NULL. */
    UNIQUE,
    /** An index. */
    INDEX
  }

  /**
   * A column.
   *
   * @param declared its type in the definition
   * @param key how rows are found by it, if the table has keys at all
   */
  public record ColumnSpec(String name, Type type, String declared, Keying key) {
    private String definition(boolean keyed) {
      String text = name + " " + declared;
      if (keyed && key == Keying.PRIMARY) {
        return text + " PRIMARY KEY";
      }
      return keyed && key == Keying.UNIQUE ? text + " UNIQUE" : text;
    }
  }

  /** What makes the table; with keys and indexes, or without. */
  public List<String> definitions(boolean keyed) {
    List<String> all = new ArrayList<>();
    all.add(
        columns.stream()
            .map(column -> column.definition(keyed))
            .collect(Collectors.joining(", ", "CREATE TABLE " + name + " (", ")")));
    for (ColumnSpec column : columns) {
      if (keyed && column.key() == Keying.INDEX) {
        all.add("CREATE INDEX ON %s (%s)".formatted(name, column.name()));
      }
    }
    if (!rows.isEmpty()) {
      all.add(
          rows.stream()
              .map(row -> "(" + String.join(", ", row) + ")")
              .collect(Collectors.joining(", ", "INSERT INTO " + name + " VALUES ", "")));
    }
    return all;
  }

  /** The same with other rows. */
  public TableSpec withRows(List<List<String>> other) {
    return new TableSpec(name, columns, other);
  }

  /** The same without a column. */
  public TableSpec without(int column) {
    List<ColumnSpec> left = new ArrayList<>(columns);
    left.remove(column);
    List<List<String>> others = new ArrayList<>();
    for (List<String> row : rows) {
      List<String> values = new ArrayList<>(row);
      values.remove(column);
      others.add(values);
    }
    return new TableSpec(name, left, others);
  }

  /** The same, where nothing is found by a column. */
  public TableSpec withoutKey(int column) {
    List<ColumnSpec> others = new ArrayList<>(columns);
    ColumnSpec old = columns.get(column);
    others.set(column, new ColumnSpec(old.name(), old.type(), old.declared(), Keying.NONE));
    return new TableSpec(name, others, rows);
  }
}
