package org.thetisdb.core.value;

/** A value cannot go over the wire. {@link #what()} says what stands in the way. */
public final class UnsendableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String what;

  /** {@code what} is a noun: the name of a class, or "list nested deeper than 32". */
  public UnsendableException(String what) {
    super("a " + what + " cannot be sent");
    this.what = what;
  }

  /** The obstacle as a noun, such as the name of a class. */
  public String what() {
    return what;
  }
}
