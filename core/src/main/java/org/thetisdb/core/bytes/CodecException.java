package org.thetisdb.core.bytes;

/**
 * Bytes that came from outside do not have the form that was expected. Nothing was changed by
 * reading them. It is no error that an application can mend: bytes of its own come from {@code
 * ValueCodec}, and whatever comes over the wire is checked before.
 */
public class CodecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what was wrong with the bytes.
   *
   * @param message one sentence
   */
  public CodecException(String message) {
    super(message);
  }
}
