package org.thetisdb.core.schema;

import java.util.regex.Pattern;

/**
 * A column of a table. Immutable.
 *
 * @param name letters, digits and underscores, not beginning with a digit, at most 63
 * @param type what it holds
 * @param nullable whether it may hold nothing
 */
public record Column(String name, ColumnType type, boolean nullable) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

  /**
   * A column.
   *
   * @throws IllegalArgumentException if the name cannot name a column, or there is no type
   */
  public Column {
    requireName("column", name);
    if (type == null) {
      throw new IllegalArgumentException("column \"" + name + "\" has no type");
    }
  }

  static void requireName(String what, String name) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" cannot name a %s: use up to 63 letters, digits and underscores, no digit first"
              .formatted(name, what));
    }
  }

  /** The column as it would stand in a CREATE TABLE. */
  @Override
  public String toString() {
    return name + " " + type + (nullable ? "" : " NOT NULL");
  }
}
