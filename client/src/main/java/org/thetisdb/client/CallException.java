package org.thetisdb.client;

import org.thetisdb.core.error.ErrorCode;

/** A call that has no result; the subclass says what became of it. */
public abstract sealed class CallException extends RuntimeException
    permits AbortedException, NotRunException, OutcomeUnknownException, ResultLostException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  CallException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  /** The error. */
  public ErrorCode code() {
    return code;
  }

  /** The SQLState of the error. */
  public String sqlState() {
    return code.sqlState();
  }

  /** Code and sentence, as a person should see them. */
  public String describe() {
    return code.id() + ": " + getMessage();
  }
}
