package org.thetisdb.client.jdbc.sql;

import java.util.Locale;
import java.util.StringJoiner;

/** The columns that an application wants back of the rows that it writes. Stateless. */
public final class KeyColumns {
  private KeyColumns() {}

  /**
   * The statement with these columns behind RETURNING, if it changes rows and does not say itself
   * what it returns. A name in capitals alone is taken as one that was not quoted.
   */
  public static String returning(String sql, String[] columns) {
    if (sql == null || columns == null || columns.length == 0 || !isPlainChange(sql)) {
      return sql;
    }
    StringJoiner names = new StringJoiner(", ");
    for (String column : columns) {
      names.add(Quoting.identifier(folded(column)));
    }
    String bare = sql.stripTrailing();
    while (bare.endsWith(";")) {
      bare = bare.substring(0, bare.length() - 1).stripTrailing();
    }
    return bare + "\nRETURNING " + names;
  }

  private static String folded(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return name.equals(name.toUpperCase(Locale.ROOT)) ? lower : name;
  }

  private static boolean isPlainChange(String sql) {
    String text = sql.toUpperCase(Locale.ROOT);
    int at = 0;
    while (at < text.length() && !Character.isLetter(text.charAt(at))) {
      if (text.startsWith("--", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at);
        at = end < 0 ? text.length() : end + 2;
      } else {
        at++;
      }
    }
    boolean change =
        text.startsWith("INSERT", at)
            || text.startsWith("UPSERT", at)
            || text.startsWith("UPDATE", at)
            || text.startsWith("MERGE", at)
            || text.startsWith("DELETE", at);
    return change && !text.contains("RETURNING");
  }
}
