package org.thetisdb.sql.info.postgres;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of a table of {@code pg_catalog}, and what they hold where a row says nothing: much
 * of what PostgreSQL keeps there is the same for all that there is here. Immutable.
 */
final class Layout {
  private final List<String> columns = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();
  private final Object[] defaults;

  /**
   * Columns as {@code name}, {@code name:TYPE} or {@code name:TYPE=default}; a text without a type.
   */
  Layout(String... definitions) {
    this.defaults = new Object[definitions.length];
    for (int i = 0; i < definitions.length; i++) {
      String definition = definitions[i];
      int equals = definition.indexOf('=');
      String column = equals < 0 ? definition : definition.substring(0, equals);
      int colon = column.indexOf(':');
      String type = colon < 0 ? "" : column.substring(colon + 1);
      columns.add(column);
      places.put(colon < 0 ? column : column.substring(0, colon), i);
      defaults[i] = equals < 0 ? null : value(type, definition.substring(equals + 1));
    }
  }

  private static Object value(String type, String text) {
    return switch (type) {
      case "" -> text;
      case "BOOLEAN" -> Boolean.valueOf(text);
      case "SMALLINT", "INTEGER" -> Integer.valueOf(text);
      case "BIGINT" -> Long.valueOf(text);
      case "REAL" -> Double.valueOf(text);
      default -> throw new IllegalArgumentException("a default of type " + type);
    };
  }

  List<String> columns() {
    return columns;
  }

  /** A row: names of columns, each with its value behind it. */
  Object[] row(Object... values) {
    Object[] row = defaults.clone();
    for (int i = 0; i < values.length; i += 2) {
      row[places.get((String) values[i])] = values[i + 1];
    }
    return row;
  }

  /** Puts a value into a row. */
  void set(Object[] row, String column, Object value) {
    row[places.get(column)] = value;
  }
}
