package org.thetisdb.benchmarks.text;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns: the first to the left, numbers to the right. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<String[]> rows = new ArrayList<>();
  private final boolean[] left;

  /**
   * A table with these headings; one that begins with {@code <} names a column whose cells stand to
   * the left, as the first column's do.
   */
  public TextTable(String... headings) {
    left = new boolean[headings.length];
    String[] first = new String[headings.length];
    for (int i = 0; i < headings.length; i++) {
      left[i] = i == 0 || headings[i].startsWith("<");
      first[i] = headings[i].startsWith("<") ? headings[i].substring(1) : headings[i];
    }
    rows.add(first);
  }

  /** Adds a row with a cell for each heading. */
  public TextTable row(Object... cells) {
    if (cells.length != left.length) {
      throw new IllegalArgumentException(cells.length + " cells in " + left.length + " columns");
    }
    String[] row = new String[cells.length];
    for (int i = 0; i < cells.length; i++) {
      row[i] = String.valueOf(cells[i]);
    }
    rows.add(row);
    return this;
  }

  /** The table, each line with {@code indent} in front and a line log stream behind. */
  public String render(String indent) {
    int[] widths = widths();
    StringBuilder text = new StringBuilder();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < row.length; i++) {
        line.append(i == 0 ? "" : GAP).append(cell(row[i], widths[i], left[i]));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[left.length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], width(row[i]));
      }
    }
    return widths;
  }

  private static String cell(String text, int width, boolean left) {
    String padding = " ".repeat(width - width(text));
    return left ? text + padding : padding + text;
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }
}
