package org.thetisdb.client.jdbc.session;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements about settings that a connection keeps: SET, RESET and SHOW of some, RESET ALL,
 * DISCARD ALL, DISCARD TEMP. The search path has a reader of its own, {@link SearchPathText}.
 * Immutable.
 *
 * @param setting null for RESET ALL and DISCARD
 * @param value what SET says, without quotes; null for DEFAULT and for all else
 */
record SessionCommand(Kind kind, Setting setting, String value) {
  private static final String SPACE = "(?:\\s|--[^\n]*\n|/\\*.*?\\*/)";
  private static final String NAME =
      "(?<%s>statement_timeout|application_name|default_transaction_isolation"
          + "|transaction_isolation|transaction\\s+isolation\\s+level|search_path)";
  private static final Pattern STATEMENT =
      Pattern.compile(
          SPACE
              + "*(?:(?<verb>SHOW|RESET)\\s+"
              + NAME.formatted("shown")
              + "|(?<all>RESET|DISCARD)\\s+ALL"
              + "|(?<temporary>DISCARD\\s+TEMP(?:ORARY)?)"
              + "|SET\\s+(?:(?<scope>LOCAL|SESSION)\\s+)?"
              + NAME.formatted("set")
              + "\\s*(?:=|\\bTO\\b)\\s*(?<value>'(?:[^']|'')*'|[^';]+?)"
              + "|SET\\s+SESSION\\s+CHARACTERISTICS\\s+AS\\s+TRANSACTION\\s+ISOLATION\\s+LEVEL"
              + "\\s+(?<level>[A-Z]+(?:\\s+[A-Z]+)?)"
              + ")"
              + SPACE
              + "*;?"
              + SPACE
              + "*",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /** What is done with a setting. */
  enum Kind {
    SET,
    SET_LOCAL,
    RESET,
    SHOW,
    RESET_ALL,
    DISCARD_ALL,
    DISCARD_TEMPORARY
  }

  /** What a connection keeps. */
  enum Setting {
    STATEMENT_TIMEOUT,
    APPLICATION_NAME,
    DEFAULT_TRANSACTION_ISOLATION,
    TRANSACTION_ISOLATION,
    SEARCH_PATH;

    private static Setting of(String name) {
      String plain = name.strip().toUpperCase(Locale.ROOT);
      return plain.startsWith("TRANSACTION ") || plain.matches("TRANSACTION\\s.*")
          ? TRANSACTION_ISOLATION
          : valueOf(plain);
    }

    /** How statements call it. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The command that a statement is; null if it is another one. */
  static SessionCommand of(String sql) {
    if (!mayBe(sql)) {
      return null;
    }
    Matcher matcher = STATEMENT.matcher(sql);
    if (!matcher.matches()) {
      return null;
    }
    if (matcher.group("all") != null) {
      boolean discards = matcher.group("all").equalsIgnoreCase("DISCARD");
      return new SessionCommand(discards ? Kind.DISCARD_ALL : Kind.RESET_ALL, null, null);
    }
    if (matcher.group("temporary") != null) {
      return new SessionCommand(Kind.DISCARD_TEMPORARY, null, null);
    }
    if (matcher.group("level") != null) {
      return new SessionCommand(
          Kind.SET, Setting.DEFAULT_TRANSACTION_ISOLATION, matcher.group("level"));
    }
    if (matcher.group("verb") != null) {
      Setting setting = Setting.of(matcher.group("shown"));
      boolean shows = matcher.group("verb").equalsIgnoreCase("SHOW");
      boolean ours = setting != Setting.SEARCH_PATH;
      return ours ? new SessionCommand(shows ? Kind.SHOW : Kind.RESET, setting, null) : null;
    }
    Setting setting = Setting.of(matcher.group("set"));
    boolean local = "LOCAL".equalsIgnoreCase(matcher.group("scope"));
    return setting == Setting.SEARCH_PATH || setting == Setting.TRANSACTION_ISOLATION
        ? null
        : new SessionCommand(
            local ? Kind.SET_LOCAL : Kind.SET, setting, value(matcher.group("value")));
  }

  private static String value(String written) {
    if (written.startsWith("'")) {
      return written.substring(1, written.length() - 1).replace("''", "'");
    }
    return written.strip().equalsIgnoreCase("DEFAULT") ? null : written.strip();
  }

  /** A first look, at what most statements do not have. */
  private static boolean mayBe(String sql) {
    int at = 0;
    while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
      at++;
    }
    return begins(sql, at, "SET")
        || begins(sql, at, "RESET")
        || begins(sql, at, "SHOW")
        || begins(sql, at, "DISCARD")
        || (sql.length() < 1_000 && (sql.startsWith("--", at) || sql.startsWith("/*", at)));
  }

  private static boolean begins(String sql, int at, String word) {
    return sql.regionMatches(true, at, word, 0, word.length());
  }
}
