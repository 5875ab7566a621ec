package org.thetisdb.cli.shell;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An error as a person sees it: one line, and a caret where the place is known. Stateless. */
final class ErrorText {
  private static final Pattern PLACE = Pattern.compile("line (\\d{1,9}), column (\\d{1,9})");

  private ErrorText() {}

  static String of(SQLException error, String statement) {
    String message = error.getMessage() == null ? error.toString() : error.getMessage();
    String state = error.getSQLState() == null ? "" : " (SQLState " + error.getSQLState() + ")";
    return message.replace('\n', ' ') + state + System.lineSeparator() + place(message, statement);
  }

  /** The line of the statement and a caret below; empty if the message names no place in it. */
  private static String place(String message, String statement) {
    Matcher matcher = PLACE.matcher(message);
    if (!matcher.find()) {
      return "";
    }
    String[] lines = statement.split("\n", -1);
    int line = Integer.parseInt(matcher.group(1));
    int column = Integer.parseInt(matcher.group(2));
    if (line < 1 || line > lines.length || column < 1 || column > lines[line - 1].length() + 1) {
      return "";
    }
    String shown = lines[line - 1].replace('\t', ' ');
    return "  "
        + shown
        + System.lineSeparator()
        + "  "
        + " ".repeat(column - 1)
        + "^"
        + System.lineSeparator();
  }
}
