package org.thetisdb.client.jdbc.session;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code SELECT set_config('name', 'value', is_local)} as a statement by itself, as PostgreSQL's
 * dumps begin: SET, and a row with the value. Immutable.
 */
record SetConfig(String name, String value, boolean local) {
  private static final Pattern STATEMENT =
      Pattern.compile(
          "\\s*SELECT\\s+(?:pg_catalog\\s*\\.\\s*)?set_config\\s*\\(\\s*'(?<name>\\w+)'\\s*,"
              + "\\s*'(?<value>(?:[^']|'')*)'\\s*,\\s*(?<local>true|false)\\s*\\)\\s*;?\\s*",
          Pattern.CASE_INSENSITIVE);

  /** What a connection keeps; others are the cluster's. */
  private static final Set<String> KEPT =
      Set.of("search_path", "statement_timeout", "application_name");

  private static final int LONGEST = 1_000;
  private static final String SELECT = "SELECT";

  /** The call that a statement is; null if it is another one, or of a setting of the cluster. */
  static SetConfig of(String sql) {
    if (!mayBe(sql)) {
      return null;
    }
    Matcher matcher = STATEMENT.matcher(sql);
    if (!matcher.matches() || !KEPT.contains(matcher.group("name").toLowerCase(Locale.ROOT))) {
      return null;
    }
    return new SetConfig(
        matcher.group("name").toLowerCase(Locale.ROOT),
        matcher.group("value"),
        matcher.group("local").equalsIgnoreCase("true"));
  }

  /** A first look, at what most statements do not have. */
  private static boolean mayBe(String sql) {
    if (sql.length() > LONGEST) {
      return false;
    }
    int select = behindSpace(sql, 0);
    int called = behindSpace(sql, select + SELECT.length());
    return sql.regionMatches(true, select, SELECT, 0, SELECT.length())
        && (sql.regionMatches(true, called, "set_config", 0, 10)
            || sql.regionMatches(true, called, "pg_catalog", 0, 10));
  }

  private static int behindSpace(String sql, int from) {
    int at = from;
    while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
      at++;
    }
    return at;
  }

  /** Whether it sets a path without any schema, for which SET has no words. */
  boolean isEmptyPath() {
    return name.equals("search_path") && value.isBlank();
  }

  /** The same as SET; the value of a path is a list of names already. */
  String statement() {
    String written = name.equals("search_path") ? value.replace("''", "'") : "'" + value + "'";
    return "SET " + (local ? "LOCAL " : "") + name + " = " + written;
  }

  /** What it gives. */
  String query() {
    return "SELECT CAST('" + value + "' AS VARCHAR) AS set_config";
  }
}
