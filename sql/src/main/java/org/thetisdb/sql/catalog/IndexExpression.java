package org.thetisdb.sql.catalog;

import java.util.List;
import org.thetisdb.sql.type.SqlType;

/**
 * An expression that an index holds the values of. Immutable.
 *
 * @param expressionSql its text, which names columns of the row alone
 * @param type of its values, without bounds
 * @param columns the places of these columns in the table's list, in ascending order
 */
public record IndexExpression(String expressionSql, SqlType type, List<Integer> columns) {
  /** The same expression when its columns have other places. */
  public IndexExpression withColumns(List<Integer> places) {
    return new IndexExpression(expressionSql, type, places);
  }

  /** As it stands in a definition: what is no call of a function stands in brackets. */
  public String shownSql() {
    return functionOf(expressionSql) == null ? "(" + expressionSql + ")" : expressionSql;
  }

  /** The name of the function that an expression calls, as it is written; null if it is no call. */
  public static String functionOf(String expressionSql) {
    int name = 0;
    while (name < expressionSql.length() && isOfName(expressionSql.charAt(name))) {
      name++;
    }
    boolean calls = name > 0 && name < expressionSql.length() && expressionSql.charAt(name) == '(';
    return calls && closesAtEnd(expressionSql, name) ? expressionSql.substring(0, name) : null;
  }

  private static boolean isOfName(char c) {
    return c == '_' || Character.isLetterOrDigit(c);
  }

  private static boolean closesAtEnd(String text, int bracket) {
    int depth = 0;
    char quote = 0;
    for (int i = bracket; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (depth == 0) {
          return i == text.length() - 1;
        }
      }
    }
    return false;
  }
}
