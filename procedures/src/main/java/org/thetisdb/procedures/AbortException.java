package org.thetisdb.procedures;

/**
 * The procedure decided against its transaction: everything is rolled back, and the caller gets the
 * message, with code T2001 and SQLState P0001. {@link Context#abort} throws it. It is no error of
 * the system, so it carries no stack trace.
 */
public final class AbortException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * An exception that rolls back the transaction when it leaves {@code run}.
   *
   * @param reason what the caller reads; more than 1,000 chars are cut off
   */
  public AbortException(String reason) {
    super(reason, null, false, false);
  }
}
