package org.thetisdb.core.wire;

import org.thetisdb.core.id.VersionVector;

/** What a client says to a router to work with SQL. */
public sealed interface SqlRequest extends ClientMessage {
  @Override
  default boolean isShort() {
    return true;
  }

  /**
   * Runs an SQL statement. Session, sequence, repetition and vector are as in {@link
   * ClientMessage.Call}: a statement outside a transaction runs once, however often it is sent.
   * BEGIN, COMMIT, ROLLBACK and savepoints are statements like others. Answered by a Result.
   *
   * @param timeoutMs how long it may take until its first rows
   * @param flags {@link #AUTO_COMMIT} and others, added up
   * @param arguments encoded by ValueCodec: a list of lists, one for each run of a batch; one empty
   *     list for a statement without parameters
   * @param maxRows most rows of the result; 0 for all
   * @param fetchRows most rows in one message; 0 leaves that to the server
   */
  record Statement(
      long requestId,
      long session,
      long sequence,
      boolean repetition,
      int timeoutMs,
      VersionVector vector,
      int flags,
      String sql,
      byte[] arguments,
      long maxRows,
      int fetchRows)
      implements SqlRequest {
    /** It is a transaction by itself, unless one is open; else it opens one. */
    public static final int AUTO_COMMIT = 1;

    /** A transaction that it opens writes nothing. */
    public static final int READ_ONLY = 2;

    /** A transaction that it opens, or is, is serializable. */
    public static final int SERIALIZABLE = 4;

    /** The arguments of many runs, whose counts are all wanted. */
    public static final int BATCH = 8;

    /** Each statement of a transaction that it opens has a snapshot of its own. */
    public static final int READ_COMMITTED = 32;

    /** The keys that it generates are wanted. */
    public static final int GENERATED_KEYS = 16;

    /**
     * The session's transaction is over before it, if one is open that has only read ({@link
     * TransactionStatus#READING}).
     */
    public static final int ENDS_READING = 64;
  }

  /** Asks what a statement takes and returns, without running it. Answered by a Description. */
  record Describe(long requestId, String sql) implements SqlRequest {}

  /** Asks for more rows of a result. Answered by a Result without counts and columns. */
  record Fetch(long requestId, long session, long cursor, int fetchRows) implements SqlRequest {}

  /** Wants no more rows of a result. Not answered. */
  record CloseCursor(long session, long cursor) implements SqlRequest {}

  /** Stops a statement if it still runs; it then fails. Not answered. */
  record Cancel(long requestId) implements SqlRequest {}

  /**
   * The session's transaction is over, if one is open that has only read: as {@link
   * Statement#ENDS_READING}, for a client that has no next statement yet. Not answered.
   */
  record EndReading(long session) implements SqlRequest {}

  /** Ends a session: what it holds is rolled back and forgotten. Not answered. */
  record EndSession(long session) implements SqlRequest {}
}
