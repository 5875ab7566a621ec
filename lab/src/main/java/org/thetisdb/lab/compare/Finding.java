package org.thetisdb.lab.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.thetisdb.lab.compare.database.DatabaseAnswer;
import org.thetisdb.lab.compare.grammar.TableSpec;

/**
 * The least input that shows a difference.
 *
 * @param seed of the tables and statements among which it was found
 * @param sql the statements; what the last one says differs
 */
public record Finding(long seed, List<TableSpec> tables, List<String> sql, Difference difference) {
  /** What is wrong, in a word. */
  public String kind() {
    return difference.kind().name();
  }

  boolean isWrong() {
    return difference.isWrong();
  }

  /** What it has in common with others that have the same cause. */
  String form() {
    return difference.kind() + " " + difference.cause() + " " + Texts.form(String.join(";", sql));
  }

  /** For people: statements and both answers. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("-- " + difference.kind() + ", seed " + seed);
    for (TableSpec table : tables) {
      table.definitions(true).forEach(text -> lines.add(text + ";"));
    }
    sql.forEach(text -> lines.add(text + ";"));
    lines.add("--   expected " + difference.expected().shown());
    lines.add("--   Thetis   " + difference.actual().shown());
    return lines;
  }

  /** The script that keeps it, with the answers as they should be. */
  List<String> script() {
    List<String> lines = new ArrayList<>();
    lines.add("-- Found by `thetis lab compare-sql`, seed " + seed + ".");
    for (TableSpec table : tables) {
      table.definitions(true).forEach(text -> lines.add(text + ";"));
    }
    DatabaseAnswer expected = difference.expected();
    for (int i = 0; i < sql.size(); i++) {
      lines.add(sql.get(i) + ";");
      rowsOf(expected, i).forEach(row -> lines.add("> " + row));
    }
    return lines;
  }

  /** A change and a look behind it have their answers in one. */
  private List<String> rowsOf(DatabaseAnswer expected, int at) {
    if (!expected.isGood()) {
      return List.of("ERROR " + expected.sqlState());
    }
    List<String> rows = new ArrayList<>(expected.rows());
    if (sql.size() > 1) {
      int border = rows.indexOf(DatabaseAnswer.BORDER);
      rows =
          new ArrayList<>(
              at == 0 ? rows.subList(0, border) : rows.subList(border + 1, rows.size()));
    }
    if (!sql.get(at).contains("ORDER BY")) {
      Collections.sort(rows);
    }
    return rows;
  }
}
