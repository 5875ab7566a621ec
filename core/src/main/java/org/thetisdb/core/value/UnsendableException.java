package org.thetisdb.core.value;

/**
 * A value cannot go over the wire: it is of no type that {@link ValueCodec} knows, or is beyond one
 * of its bounds. {@link #what()} says what stands in the way.
 */
public final class UnsendableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String what;

  /**
   * For the engine.
   *
   * @param what a noun: the name of a class, or "list nested deeper than 32"
   */
  public UnsendableException(String what) {
    super("a " + what + " cannot be sent");
    this.what = what;
  }

  /** {@return the obstacle as a noun, such as the name of a class} */
  public String what() {
    return what;
  }
}
