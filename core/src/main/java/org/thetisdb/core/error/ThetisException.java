package org.thetisdb.core.error;

/**
 * An error that a person may see: a code, which has an SQLState, and one clear sentence that says
 * what to do. Clients throw it when they connect; a call that has no result ends with a {@code
 * CallException} of the client instead.
 */
public final class ThetisException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /**
   * For the engine: the code's text with the variables filled in.
   *
   * @hidden
   */
  public ThetisException(ErrorCode code, Object... variables) {
    super(code.format(variables));
    this.code = code;
  }

  private ThetisException(ErrorCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  private ThetisException(ErrorCode code, String message, boolean hasTrace) {
    super(message, null, hasTrace, hasTrace);
    this.code = code;
  }

  /**
   * What a caller gets and what is no fault of the system, such as that a procedure rolled back its
   * transaction. It may come with each call, so it carries no stack trace.
   *
   * @hidden
   */
  public static ThetisException outcome(ErrorCode code, Object... variables) {
    return new ThetisException(code, code.format(variables), false);
  }

  /**
   * An error whose sentence was made elsewhere, such as one that came over the wire.
   *
   * @hidden
   */
  public static ThetisException withMessage(ErrorCode code, String message) {
    return new ThetisException(code, message, null);
  }

  /**
   * This error, remembering what caused it.
   *
   * @hidden
   */
  public ThetisException causedBy(Throwable cause) {
    return new ThetisException(code, getMessage(), cause);
  }

  /** {@return the code} */
  public ErrorCode code() {
    return code;
  }

  /** {@return code and sentence, as a person should see them: "T6001: ..."} */
  public String describe() {
    return code.id() + ": " + getMessage();
  }
}
