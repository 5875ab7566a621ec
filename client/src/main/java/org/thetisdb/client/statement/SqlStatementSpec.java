package org.thetisdb.client.statement;

import java.util.regex.Pattern;

/**
 * For the JDBC driver: a statement to run, as {@link org.thetisdb.core.wire.SqlRequest.Statement}
 * describes it.
 *
 * @hidden
 * @param flags those of SqlRequest.Statement, added up
 * @param arguments must not be changed any more
 * @param timeoutUs how long it may take in all
 */
public record SqlStatementSpec(
    String sql, byte[] arguments, int flags, long maxRows, int fetchRows, long timeoutUs) {
  private static final String COMMIT = "COMMIT";
  private static final Pattern TO = Pattern.compile("\\bTO\\b", Pattern.CASE_INSENSITIVE);

  /** A password in the text becomes a verifier here, before anything sees it. */
  public SqlStatementSpec {
    sql = HiddenPasswords.in(sql);
  }

  /** Whether it ends a transaction for good, so that its outcome matters and is kept. */
  boolean isCommit() {
    return begins(COMMIT) || begins("END");
  }

  /** Whether it rolls back a transaction, and not only what came behind a savepoint. */
  boolean isRollback() {
    return (begins("ROLLBACK") || begins("ABORT")) && !TO.matcher(sql).find();
  }

  private boolean begins(String word) {
    String text = sql.strip();
    return text.regionMatches(true, 0, word, 0, word.length())
        && (text.length() == word.length()
            || !Character.isJavaIdentifierPart(text.charAt(word.length())));
  }
}
