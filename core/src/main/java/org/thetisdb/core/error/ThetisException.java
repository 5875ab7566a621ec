package org.thetisdb.core.error;

/**
 * An error that a person may see: a code, an SQLState, and one clear sentence that says what to do.
 */
public final class ThetisException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  /** The code's text with the variables filled in. */
  public ThetisException(ErrorCode code, Object... variables) {
    super(code.format(variables));
    this.code = code;
  }

  private ThetisException(ErrorCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** An error whose sentence was made elsewhere, such as one that came over the wire. */
  public static ThetisException withMessage(ErrorCode code, String message) {
    return new ThetisException(code, message, null);
  }

  /** This error, remembering what caused it. */
  public ThetisException causedBy(Throwable cause) {
    return new ThetisException(code, getMessage(), cause);
  }

  /** The code. */
  public ErrorCode code() {
    return code;
  }

  /** Code and sentence, as a person should see them. */
  public String describe() {
    return code.id() + ": " + getMessage();
  }
}
