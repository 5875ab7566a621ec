package org.thetisdb.sql.interpret;

/** An expression that evaluates itself. Immutable but for what is kept; safe for all threads. */
@FunctionalInterface
interface Node {
  /**
   * The value: a primitive one in its box.
   *
   * @param frame the variables of the function that runs; the first is its {@link Environment}
   */
  Object eval(Object[] frame);
}
