package org.thetisdb.sql;

/**
 * A statement that begins, ends or sets up a transaction.
 *
 * @param savepoint the name of a savepoint; null if none is meant
 * @param isolation what BEGIN or SET TRANSACTION asks for; null if nothing
 * @param readOnly what BEGIN or SET TRANSACTION asks for; null if nothing
 */
public record TransactionControl(
    Kind kind, String savepoint, Isolation isolation, Boolean readOnly) {
  /** What is to be done. */
  public enum Kind {
    /** BEGIN or START TRANSACTION. */
    BEGIN,
    /** COMMIT or END. */
    COMMIT,
    /** ROLLBACK. */
    ROLLBACK,
    /** SAVEPOINT. */
    SAVEPOINT,
    /** ROLLBACK TO SAVEPOINT. */
    ROLLBACK_TO,
    /** RELEASE SAVEPOINT. */
    RELEASE,
    /** SET TRANSACTION: for the transaction that runs, or is next. */
    SET_TRANSACTION,
    /** SET SESSION CHARACTERISTICS AS TRANSACTION: for all to come. */
    SET_SESSION
  }

  /** Levels of isolation. */
  public enum Isolation {
    /** Given as READ COMMITTED. */
    READ_UNCOMMITTED,
    /** READ COMMITTED. */
    READ_COMMITTED,
    /** A snapshot. */
    REPEATABLE_READ,
    /** SERIALIZABLE. */
    SERIALIZABLE
  }
}
