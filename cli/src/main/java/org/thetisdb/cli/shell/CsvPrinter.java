package org.thetisdb.cli.shell;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Comma-separated values. Null is an empty field, the empty text is a pair of quotes. */
final class CsvPrinter implements RowPrinter {
  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    StringBuilder line = new StringBuilder();
    for (int i = 1; i <= columns; i++) {
      line.append(i == 1 ? "" : ",").append(field(rows.getMetaData().getColumnLabel(i)));
    }
    out.println(line);
    long count = 0;
    while (rows.next()) {
      line.setLength(0);
      for (int i = 1; i <= columns; i++) {
        String value = rows.getString(i);
        line.append(i == 1 ? "" : ",").append(value == null ? "" : field(value));
      }
      out.println(line);
      count++;
    }
    return count;
  }

  private static String field(String text) {
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}
