package org.thetisdb.sql.interpret;

/** A statement that runs itself. Immutable, safe for all threads. */
@FunctionalInterface
interface CodeStep {
  /** What a step gives behind which the next one runs. No value of an expression is this one. */
  Object NEXT = new Object();

  /** Runs it; the value that the function returns, which may be null, or {@link #NEXT}. */
  Object run(Object[] frame);
}
