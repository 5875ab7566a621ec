package org.thetisdb.client;

/**
 * A statement to run, as {@link org.thetisdb.core.wire.SqlRequest.Statement} describes it.
 *
 * @param flags those of SqlRequest.Statement, added up
 * @param arguments must not be changed any more
 * @param timeoutUs how long it may take in all
 */
public record SqlStatementSpec(
    String sql, byte[] arguments, int flags, long maxRows, int fetchRows, long timeoutUs) {
  private static final String COMMIT = "COMMIT";

  /** Whether it ends a transaction for good, so that its outcome matters and is kept. */
  boolean isCommit() {
    String text = sql.strip();
    return text.regionMatches(true, 0, COMMIT, 0, COMMIT.length())
        && (text.length() == COMMIT.length()
            || !Character.isJavaIdentifierPart(text.charAt(COMMIT.length())));
  }
}
