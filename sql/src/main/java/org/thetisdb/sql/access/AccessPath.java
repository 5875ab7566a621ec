package org.thetisdb.sql.access;

import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.thetisdb.sql.catalog.IndexDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.type.SqlType;

/**
 * How the rows of a table are found: by its primary key or an index, some first columns of which
 * equal values, and the next may lie in a range.
 *
 * @param index null for the primary key
 * @param columns places in the table, or below 0 of expressions of the index, in the key's order;
 *     empty for a hidden key
 * @param equal for each of the first columns the values it may have
 * @param lower null for none
 * @param upper null for none
 * @param backwards whether the last comes first
 */
public record AccessPath(
    TableDef table,
    IndexDef index,
    List<Integer> columns,
    List<List<RexNode>> equal,
    RexNode lower,
    boolean lowerInclusive,
    RexNode upper,
    boolean upperInclusive,
    boolean backwards) {
  private static final double PREFIX_ROWS = 20;
  private static final double RANGE_PART = 0.05;

  /** What part of the rows a partial index is taken to hold. */
  private static final double PARTIAL_PART = 0.1;

  /** Whether each combination of values finds one row at most. */
  public boolean isPoint() {
    return equal.size() == columns.size()
        && !columns.isEmpty()
        && (index == null || index.unique());
  }

  /** Whether it narrows the table down at all. */
  public boolean isNarrow() {
    return !equal.isEmpty() || lower != null || upper != null;
  }

  /** How many values, and so lookups, there are together. */
  int combinations() {
    int count = 1;
    for (List<RexNode> choices : equal) {
      count *= Conjuncts.Alternatives.count(choices);
    }
    return count;
  }

  /** Rows that it may find, for there are no statistics. */
  double estimatedRows() {
    if (isPoint()) {
      return combinations();
    }
    double rows =
        equal.isEmpty()
            ? CatalogTable.ASSUMED_ROWS
            : combinations() * PREFIX_ROWS * (1 + columns.size() - equal.size());
    if (index != null && index.isPartial()) {
      rows *= PARTIAL_PART;
    }
    if (lower != null) {
      rows *= upper != null ? RANGE_PART / 2 : RANGE_PART;
    } else if (upper != null) {
      rows *= RANGE_PART;
    }
    return Math.max(1, rows);
  }

  /** Cost in rows read: an entry of an index leads to a row that has to be read as well. */
  double cost() {
    return index == null ? estimatedRows() : 2 * estimatedRows() + 0.5;
  }

  /** The type of a column of the key. */
  public SqlType keyType(int keyColumn) {
    int place = columns.get(keyColumn);
    return index == null ? table.columns().get(place).type() : table.keyType(index, place);
  }

  AccessPath reversed() {
    return new AccessPath(
        table, index, columns, equal, lower, lowerInclusive, upper, upperInclusive, true);
  }

  /** The path for people. */
  public String describe() {
    if (table.isSystem() && !isNarrow()) {
      return "all rows";
    }
    StringBuilder text = new StringBuilder(wayThere());
    String separator = " ";
    for (int i = 0; i < equal.size(); i++) {
      text.append(separator).append(name(i));
      text.append(equal.get(i).size() == 1 ? " = " + equal.get(i).get(0) : " in " + equal.get(i));
      separator = ", ";
    }
    if (lower != null) {
      text.append(separator).append(name(equal.size()));
      text.append(lowerInclusive ? " >= " : " > ").append(lower);
      separator = ", ";
    }
    if (upper != null) {
      text.append(separator).append(name(equal.size()));
      text.append(upperInclusive ? " <= " : " < ").append(upper);
    }
    if (!isNarrow()) {
      text.append(index == null ? ", whole table" : ", all entries");
    }
    return text.append(backwards ? ", backwards" : "").toString();
  }

  private String wayThere() {
    if (table.isSystem()) {
      return "lookup";
    }
    return index == null ? "primary key" : "index " + index.name();
  }

  private String name(int keyColumn) {
    int place = columns.get(keyColumn);
    return index == null ? table.columns().get(place).name() : table.keyName(index, place);
  }
}
