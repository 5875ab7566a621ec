package org.thetisdb.core.bytes;

/**
 * Bytes that came from outside do not have the form that was expected. Nothing was changed by
 * reading them.
 */
public final class CodecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what was wrong with the bytes, in one sentence. */
  public CodecException(String message) {
    super(message);
  }
}
