package org.thetisdb.relational.database;

/**
 * How long things may take in a database, in milliseconds.
 *
 * @param lockMs a statement waits for locks of other sessions
 * @param statementMs a statement runs
 * @param idleMs a transaction may be open while nothing comes for it; then the database ends it,
 *     where it can
 */
public record DatabaseLimits(int lockMs, int statementMs, int idleMs) {
  /** Two seconds for locks, ten for a statement, a minute for a silent transaction. */
  public static final DatabaseLimits DEFAULT = new DatabaseLimits(2_000, 10_000, 60_000);
}
