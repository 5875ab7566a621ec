package org.thetisdb.simulation.fuzz;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Something that reads bytes which it must not trust.
 *
 * @param samples valid inputs
 * @param repair makes what guards the bytes fit again, such as checksums, so that damage gets
 *     behind it; used for every other input
 * @param refusal whether this is how it says that the bytes are wrong
 */
record Target(
    String name,
    List<byte[]> samples,
    UnaryOperator<byte[]> repair,
    Decoder decoder,
    Predicate<Throwable> refusal) {

  /** Reads all there is. */
  @FunctionalInterface
  interface Decoder {
    /** Reads; throws if the bytes are wrong. */
    void decode(byte[] bytes) throws Exception;
  }

  @Override
  public String toString() {
    return name;
  }
}
