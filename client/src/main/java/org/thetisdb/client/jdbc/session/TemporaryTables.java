package org.thetisdb.client.jdbc.session;

import java.util.regex.Pattern;
import org.thetisdb.core.schema.TemporarySchema;

/**
 * The schema that holds the temporary tables of a connection, from the first of them on. It is sent
 * with each statement, in front of the search path, and goes with the connection. Not thread-safe.
 */
public final class TemporaryTables {
  private static final String SPACE = "(?:\\s|--[^\n]*\n|/\\*.*?\\*/)";
  private static final Pattern CREATES =
      Pattern.compile(
          SPACE
              + "*CREATE"
              + SPACE
              + "+(?:(?:(?:LOCAL|GLOBAL)"
              + SPACE
              + "+)?TEMP(?:ORARY)?"
              + SPACE
              + "+TABLE\\b|TABLE"
              + SPACE
              + "+(?:IF\\s+NOT\\s+EXISTS\\s+)?"
              + TemporarySchema.ALIAS
              + "\\s*\\.).*",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private static final Pattern ENDS =
      Pattern.compile("\\bON\\s+COMMIT\\s+DROP\\b", Pattern.CASE_INSENSITIVE);

  private String schema;
  private boolean endsWithTransaction;

  /** The schema; null if there is none yet, or no more. */
  public String schema() {
    return schema;
  }

  /** Whether a statement needs the schema, and it is not there. */
  public boolean isMissingFor(String sql) {
    return schema == null && creates(sql);
  }

  private static boolean creates(String sql) {
    return mayBe(sql) && CREATES.matcher(sql).matches();
  }

  /** A first look, at what most statements do not have. */
  private static boolean mayBe(String sql) {
    int at = 0;
    while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
      at++;
    }
    return sql.regionMatches(true, at, "CREATE", 0, 6)
        || (sql.length() < 10_000 && (sql.startsWith("--", at) || sql.startsWith("/*", at)));
  }

  /** The statement that makes the schema of a connection, which may be there. */
  public static String creationOf(String name) {
    return "CREATE TEMPORARY SCHEMA IF NOT EXISTS " + name;
  }

  /** It is there from now on. */
  public void created(String name) {
    schema = name;
  }

  /** The statement with which all go. */
  public String removal() {
    return "DROP SCHEMA IF EXISTS " + schema + " CASCADE";
  }

  /** They are gone. */
  public void forget() {
    schema = null;
    endsWithTransaction = false;
  }

  /** A statement was run, as its client wrote it. */
  public void ran(String sql) {
    endsWithTransaction |= schema != null && creates(sql) && ENDS.matcher(sql).find();
  }

  /**
   * Whether the cluster has to hear of the end of a transaction, even of one that has only read.
   */
  public boolean endWithTransaction() {
    return endsWithTransaction;
  }

  /** The cluster has heard of it. */
  public void transactionEnded() {
    endsWithTransaction = false;
  }
}
