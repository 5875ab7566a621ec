package org.thetisdb.procedures;

/**
 * The procedure decided against its transaction: everything is rolled back and the caller gets the
 * message. Not an error of the system, so it carries no stack trace.
 */
public final class AbortException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code reason} is what the caller reads. */
  public AbortException(String reason) {
    super(reason, null, false, false);
  }
}
