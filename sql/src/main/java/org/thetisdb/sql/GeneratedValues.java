package org.thetisdb.sql;

/**
 * Values of sequences for one run of a statement. Whoever plans and then runs a statement hands out
 * the same values both times, so that keys which come from a sequence can be planned. Not
 * thread-safe.
 */
@FunctionalInterface
public interface GeneratedValues {
  /**
   * The next value. Exceptions that come out of this belong to the engine, which has to fetch more
   * values, and must be let through.
   *
   * @param sequence its name
   */
  long next(String sequence);
}
