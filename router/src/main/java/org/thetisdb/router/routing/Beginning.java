package org.thetisdb.router.routing;

/**
 * How an interactive transaction begins: what is known of its first statement. Immutable as long as
 * nobody changes {@code values}.
 *
 * @param first what the statement reads and writes, as far as its text and parameters tell
 * @param template stands for its text; 0 if there is none
 * @param values stand for its first parameters, in their order
 */
public record Beginning(Footprint first, long template, long[] values) {
  /** Parameters beyond these are not looked at. */
  public static final int MOST_VALUES = 4;

  /** Nothing is known. */
  public static final Beginning UNKNOWN = new Beginning(Footprint.NONE, 0, new long[0]);
}
