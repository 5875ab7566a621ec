package org.thetisdb.relational.database;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which statements can be repeated from a log: what is written must follow from the rows and the
 * parameters alone, since another database, or the same one after a crash, runs the statement
 * again. What draws values (clocks, random numbers, sequences, who is logged in) is refused by its
 * name; the caller draws, and hands the value in as a parameter. Functions and triggers of the
 * database's own are not looked into.
 *
 * @param writes whether it may change something, so that it is logged
 * @param tokens the statement, cut
 */
record SqlRules(boolean writes, List<String> tokens) {
  private static final Set<String> WRITES = Set.of("insert", "update", "delete", "merge");
  private static final Set<String> READS = Set.of("select", "values", "table", "with");

  /** Also what reads must not use: they change something. */
  private static final Set<String> SEQUENCES = Set.of("nextval", "setval", "into");

  private static final Set<String> DRAWN =
      Set.of(
          "now",
          "current_timestamp",
          "current_date",
          "current_time",
          "localtime",
          "localtimestamp",
          "clock_timestamp",
          "statement_timestamp",
          "transaction_timestamp",
          "timeofday",
          "sysdate",
          "systimestamp",
          "today",
          "curdate",
          "curtime",
          "unix_timestamp",
          "random",
          "random_normal",
          "rand",
          "secure_rand",
          "random_uuid",
          "gen_random_uuid",
          "gen_random_bytes",
          "uuid_generate_v1",
          "uuid_generate_v1mc",
          "uuid_generate_v4",
          "nextval",
          "setval",
          "currval",
          "lastval",
          "identity",
          "scope_identity",
          "last_insert_id",
          "user",
          "current_user",
          "session_user",
          "system_user",
          "current_role",
          "current_setting",
          "session_id",
          "transaction_id",
          "txid_current",
          "pg_current_xact_id",
          "pg_backend_pid",
          "inet_client_addr",
          "ctid",
          "xmin",
          "_rowid_",
          "default");

  /** What PostgreSQL takes for a time when it becomes one. */
  private static final Set<String> DRAWN_LITERALS =
      Set.of("'now", "'today", "'tomorrow", "'yesterday");

  /**
   * Looks at a statement.
   *
   * @throws DatabaseException 0A000 if it cannot be repeated
   */
  static SqlRules of(String sql) {
    List<String> tokens = SqlTokens.of(sql);
    while (!tokens.isEmpty() && tokens.get(tokens.size() - 1).equals(";")) {
      tokens.remove(tokens.size() - 1);
    }
    if (tokens.contains(";")) {
      throw refused("There is more than one statement in a text");
    }
    String first = tokens.isEmpty() ? "" : tokens.get(0);
    boolean writes =
        WRITES.contains(first)
            || (first.equals("with") && tokens.stream().anyMatch(WRITES::contains));
    if (!writes && !READS.contains(first)) {
      throw refused("A fragment takes SELECT, INSERT, UPDATE, DELETE and MERGE, not " + first);
    }
    tokens.stream()
        .filter(writes ? SqlRules::isDrawn : SEQUENCES::contains)
        .findFirst()
        .ifPresent(SqlRules::refuseDrawn);
    return new SqlRules(writes, tokens);
  }

  private static void refuseDrawn(String token) {
    throw refused(
        "Another run of it would see another "
            + token.toUpperCase(Locale.ROOT)
            + "; draw the value yourself and give it as a parameter, or write \"x\" if it is a name");
  }

  private static boolean isDrawn(String token) {
    return DRAWN.contains(token) || DRAWN_LITERALS.contains(token.strip().toLowerCase(Locale.ROOT));
  }

  /** Whether a column with this default gets a value that another run would not get. */
  static boolean isDrawnDefault(String expression) {
    return SqlTokens.of(expression).stream().anyMatch(SqlRules::isDrawn)
        || expression.toLowerCase(Locale.ROOT).contains("next value");
  }

  /** The table that an INSERT or MERGE writes, without its schema; empty for others. */
  String insertedTable() {
    int into = tokens.indexOf("into");
    if (into < 0 || into + 1 >= tokens.size()) {
      return "";
    }
    int name = into + 1;
    while (name + 2 < tokens.size() && tokens.get(name + 1).equals(".")) {
      name += 2;
    }
    return tokens.get(name);
  }

  /** Whether an INSERT names this column among those to which it gives values. */
  boolean names(String column) {
    int from = tokens.indexOf("(");
    int to = tokens.indexOf(")");
    String name = column.toLowerCase(Locale.ROOT);
    return tokens.get(0).equals("insert")
        && from >= 0
        && from < to
        && from < firstOf("values", "select")
        && tokens.subList(from, to).stream()
            .anyMatch(token -> token.equals(name) || token.equals('"' + column));
  }

  private int firstOf(String one, String other) {
    int first = tokens.indexOf(one);
    int second = tokens.indexOf(other);
    return first < 0 || (second >= 0 && second < first) ? second : first;
  }

  private static DatabaseException refused(String why) {
    return DatabaseException.of("0A000", why + ".");
  }
}
