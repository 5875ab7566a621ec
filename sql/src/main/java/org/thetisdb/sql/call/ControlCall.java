package org.thetisdb.sql.call;

import java.util.Set;

/**
 * Names of the calls that end an interactive transaction or set a mark in it, in place of a
 * procedure's. Savepoints have their name as the only argument.
 */
public final class ControlCall {
  /** Commits; has the session's next sequence, so that its outcome is kept. */
  public static final String COMMIT = "thetis.commit";

  /** Rolls back everything. */
  public static final String ROLLBACK = "thetis.rollback";

  /** Sets a savepoint. */
  public static final String SAVEPOINT = "thetis.savepoint";

  /** Forgets a savepoint. */
  public static final String RELEASE_SAVEPOINT = "thetis.release_savepoint";

  /** Rolls back what came after a savepoint. */
  public static final String ROLLBACK_TO = "thetis.rollback_to";

  /** What all of them return. */
  public static final byte[] NO_RESULT = {};

  private static final Set<String> NAMES =
      Set.of(COMMIT, ROLLBACK, SAVEPOINT, RELEASE_SAVEPOINT, ROLLBACK_TO);

  private ControlCall() {}

  /** Whether a name is one of these. */
  public static boolean isName(String procedure) {
    return NAMES.contains(procedure);
  }
}
