package org.thetisdb.sql.run;

/** An expression: calculates one value of the current row, arguments and context. Thread-safe. */
@FunctionalInterface
public interface Scalar {
  /** The value in the form that is calculated with. */
  Object eval(RunContext run);
}
