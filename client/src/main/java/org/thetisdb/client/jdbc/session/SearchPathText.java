package org.thetisdb.client.jdbc.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.core.schema.TemporarySchema;
import org.thetisdb.core.wire.SearchPath;

/**
 * Statements that change the search path, which is the connection's: SET search_path, SET SCHEMA,
 * RESET search_path. Stateless.
 */
public final class SearchPathText {
  private static final String SPACE = "(?:\\s|--[^\n]*\n|/\\*.*?\\*/)";
  private static final Pattern STATEMENT =
      Pattern.compile(
          SPACE
              + "*(?:(?<reset>RESET"
              + SPACE
              + "+search_path)|SET"
              + SPACE
              + "+(?:(?<local>LOCAL|SESSION)"
              + SPACE
              + "+)?(?:search_path"
              + SPACE
              + "*(?:=|TO(?![\\w$]))|(?<schema>SCHEMA)"
              + SPACE
              + "*=?)(?<list>.*?))"
              + SPACE
              + "*;?"
              + SPACE
              + "*",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /** A text in quotes, a name in quotes, or a name; then a comma or the end. */
  private static final Pattern ITEM =
      Pattern.compile(
          "\\s*(?:'((?:[^']|'')*)'|\"((?:[^\"]|\"\")*)\"|([\\p{L}_][\\p{L}\\p{N}_$]*))\\s*(,|$)");

  private static final String OF_USER = "$user";

  private SearchPathText() {}

  /**
   * The path that a statement sets.
   *
   * @return null if it is another statement
   * @throws SQLException if it sets a path in a way that there is not
   */
  static SearchPath ofStatement(String sql) throws SQLException {
    if (!mayBe(sql)) {
      return null;
    }
    Matcher matcher = STATEMENT.matcher(sql);
    if (!matcher.matches()) {
      return null;
    }
    if (matcher.group("reset") != null) {
      return SearchPath.PUBLIC;
    }
    if ("LOCAL".equalsIgnoreCase(matcher.group("local"))) {
      throw SqlErrors.unsupported("SET LOCAL search_path (use SET search_path)");
    }
    return matcher.group("list").strip().equalsIgnoreCase("DEFAULT")
        ? SearchPath.PUBLIC
        : of(items(matcher.group("list")));
  }

  /** A first look, at what most statements do not have. */
  private static boolean mayBe(String sql) {
    int at = 0;
    while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
      at++;
    }
    boolean comment = sql.startsWith("--", at) || sql.startsWith("/*", at);
    return comment
        ? sql.length() < 1_000 && sql.toUpperCase(Locale.ROOT).contains("SET")
        : sql.regionMatches(true, at, "SET", 0, 3) || sql.regionMatches(true, at, "RESET", 0, 5);
  }

  private static List<String> items(String list) throws SQLException {
    List<String> schemas = new ArrayList<>();
    Matcher item = ITEM.matcher(list);
    boolean more = true;
    while (more && item.lookingAt()) {
      schemas.add(nameOf(item));
      more = item.group(4).equals(",");
      item.region(item.end(), list.length());
    }
    if (more) {
      throw SqlErrors.of("42601", "A search path is a list of schemas, separated by commas.");
    }
    return schemas;
  }

  private static String nameOf(Matcher item) {
    if (item.group(1) != null) {
      return item.group(1).replace("''", "'");
    }
    return item.group(2) != null
        ? item.group(2).replace("\"\"", "\"")
        : item.group(3).toLowerCase(Locale.ROOT);
  }

  /** Whether a schema is never there, or always first. */
  private static boolean isImplied(String schema) {
    return schema.equals(OF_USER) || schema.equals(TemporarySchema.ALIAS);
  }

  /** The path of these schemas; that of the user, which tools name by habit, is never there. */
  public static SearchPath of(List<String> schemas) throws SQLException {
    List<String> all = schemas.stream().filter(schema -> !isImplied(schema)).toList();
    if (all.stream().anyMatch(TemporarySchema::isOne)) {
      throw SqlErrors.unsupported("The schema of temporary tables in a search path (it is first)");
    }
    try {
      return new SearchPath(all);
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of(
          "42601",
          "A search path has at most "
              + SearchPath.MAX_SCHEMAS
              + " schemas, with names of at most 63 characters.");
    }
  }

  /** The path that an option of the URL says, which is a list of names as they are. */
  static SearchPath ofOption(String option) throws SQLException {
    List<String> schemas = new ArrayList<>();
    for (String schema : option.split(",", -1)) {
      if (!schema.isBlank()) {
        schemas.add(schema.strip());
      }
    }
    return schemas.isEmpty() ? of(List.of(ObjectName.PUBLIC)) : of(schemas);
  }
}
