package org.thetisdb.sql.statement;

import org.thetisdb.sql.sequence.ValueBlock;

/**
 * Names under which a statement asks for values that its session has taken of sequences before:
 * they come with the call as values of sequences do, and never end. Stateless.
 */
public final class LastValues {
  /** The last value of any sequence. */
  public static final String ANY = "last:";

  private LastValues() {}

  /** The last value of a sequence. */
  public static String of(String sequence) {
    return ANY + sequence;
  }

  /** Whether a name is one of these. */
  public static boolean isOne(String name) {
    return name.startsWith(ANY);
  }

  /** The sequence of which the last value is wanted; empty for any. */
  public static String sequence(String name) {
    return name.substring(ANY.length());
  }

  /** A value as it comes with a call, however often it is asked for. */
  public static ValueBlock block(long value) {
    return new ValueBlock(value, 0, Integer.MAX_VALUE);
  }
}
