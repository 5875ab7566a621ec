package org.thetisdb.sql.call;

/** Names of the calls by which a router has the catalog changed, in place of a procedure's. */
public final class SystemCall {
  /**
   * Runs a definition; the argument is its text, results are a list of notices, a list of the steps
   * that follow, as texts, and the version of the catalog that the definition made.
   */
  public static final String DEFINE = "thetis.define";

  /**
   * Takes values of a sequence; arguments are its name and how many, the result is the first of
   * them and the sequence's increment.
   */
  public static final String TAKE_VALUES = "thetis.take_values";

  /**
   * Takes down how a step ended; arguments are its text and whether it failed, results are those of
   * {@link #DEFINE}.
   */
  public static final String FINISH_STEP = "thetis.finish_step";

  private SystemCall() {}
}
