package org.thetisdb.cli.shell;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code COPY table (columns) FROM stdin}, as PostgreSQL's dumps have it: rows follow as text, one
 * a line, to a line of a backslash and a dot. Immutable.
 *
 * @param table as it is written
 * @param columns in brackets, as they are written; empty for all
 * @param csv whether values stand in quotes and between commas, else between tabs
 * @param delimiter what stands between two values
 * @param nullText what stands for NULL
 * @param header whether the first line names the columns
 */
record CopyStatement(
    String table, String columns, boolean csv, char delimiter, String nullText, boolean header) {
  private static final String NAME = "(?:\"(?:[^\"]|\"\")+\"|[\\w$]+)";
  private static final Pattern STATEMENT =
      Pattern.compile(
          "\\s*COPY\\s+(?<table>NAME(?:\\s*\\.\\s*NAME)?)\\s*(?<columns>\\((?:[^()\"]|\"[^\"]*\")*\\))?"
                  .replace("NAME", NAME)
              + "\\s*FROM\\s+STDIN\\s*(?<options>.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern CSV = option("\\bCSV\\b");
  private static final Pattern HEADER = option("\\bHEADER\\b(?!\\s+(?:false|off|0))");
  private static final Pattern DELIMITER = option("\\bDELIMITER\\s+(?:AS\\s+)?E?'(\\\\t|[^'])'");
  private static final Pattern NULL = option("\\bNULL\\s+(?:AS\\s+)?'((?:[^']|'')*)'");

  private static Pattern option(String pattern) {
    return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
  }

  /** The statement that a text is; null if it is another one. */
  static CopyStatement of(String sql) {
    Matcher matcher = STATEMENT.matcher(sql);
    if (!matcher.matches()) {
      return null;
    }
    String options = matcher.group("options");
    boolean csv = CSV.matcher(options).find();
    Matcher delimiter = DELIMITER.matcher(options);
    char between = csv ? ',' : '\t';
    if (delimiter.find()) {
      between = delimiter.group(1).equals("\\t") ? '\t' : delimiter.group(1).charAt(0);
    }
    Matcher ofNull = NULL.matcher(options);
    String none = ofNull.find() ? ofNull.group(1).replace("''", "'") : csv ? "" : "\\N";
    String columns = matcher.group("columns");
    return new CopyStatement(
        matcher.group("table"),
        columns == null ? "" : columns.substring(1, columns.length() - 1).strip(),
        csv,
        between,
        none,
        HEADER.matcher(options).find());
  }
}
