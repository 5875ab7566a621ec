package org.thetisdb.cli.shell;

import java.io.PrintWriter;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * A table for people. The widths follow from the first rows; later ones that are wider push their
 * line out rather than make the whole result wait in memory.
 */
final class AlignedPrinter implements RowPrinter {
  private static final int ROWS_TO_MEASURE = 1_000;
  private static final String NULL = "NULL";

  /** Longer values are not shown. */
  private static final int LONGEST = 1 << 20;

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    String[] labels = new String[columns.getColumnCount()];
    boolean[] right = new boolean[labels.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = columns.getColumnLabel(i + 1);
      right[i] = isNumber(columns.getColumnType(i + 1));
    }
    List<String[]> first = new ArrayList<>();
    while (first.size() < ROWS_TO_MEASURE && rows.next()) {
      first.add(cells(rows, labels.length));
    }
    int[] widths = widths(labels, first);
    line(labels, widths, new boolean[labels.length], out);
    out.println(rule(widths));
    first.forEach(row -> line(row, widths, right, out));
    long count = first.size();
    while (count >= ROWS_TO_MEASURE && rows.next()) {
      line(cells(rows, labels.length), widths, right, out);
      count++;
    }
    out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
    return count;
  }

  private static boolean isNumber(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.DOUBLE,
          Types.DECIMAL ->
          true;
      default -> false;
    };
  }

  private static String[] cells(ResultSet rows, int columns) throws SQLException {
    String[] cells = new String[columns];
    for (int i = 0; i < columns; i++) {
      String text = text(rows, i + 1);
      cells[i] = text == null ? NULL : Printable.oneLine(text);
    }
    return cells;
  }

  /** Of a value that fills many screens how long it is: it is not even fetched. */
  private static String text(ResultSet rows, int column) throws SQLException {
    int type =
        rows.isWrapperFor(ResultSet.class) // the driver's own, whose texts may lie elsewhere
            ? rows.getMetaData().getColumnType(column)
            : Types.OTHER;
    if (type == Types.VARCHAR) {
      Clob text = rows.getClob(column);
      if (text != null && text.length() > LONGEST) {
        return "(" + text.length() + " characters)";
      }
    } else if (type == Types.VARBINARY) {
      Blob bytes = rows.getBlob(column);
      if (bytes != null && bytes.length() > LONGEST) {
        return "(" + bytes.length() + " bytes)";
      }
    }
    return rows.getString(column);
  }

  private static int[] widths(String[] labels, List<String[]> rows) {
    int[] widths = new int[labels.length];
    for (int i = 0; i < labels.length; i++) {
      widths[i] = Printable.width(labels[i]);
      for (String[] row : rows) {
        widths[i] = Math.max(widths[i], Printable.width(row[i]));
      }
    }
    return widths;
  }

  private static void line(String[] cells, int[] widths, boolean[] right, PrintWriter out) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.length; i++) {
      String space = " ".repeat(Math.max(0, widths[i] - Printable.width(cells[i])));
      line.append(i == 0 ? " " : " | ");
      line.append(right[i] ? space + cells[i] : cells[i] + space);
    }
    out.println(line.toString().stripTrailing());
  }

  private static String rule(int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(i == 0 ? "-" : "-+-").append("-".repeat(widths[i]));
    }
    return line.append('-').toString();
  }
}
