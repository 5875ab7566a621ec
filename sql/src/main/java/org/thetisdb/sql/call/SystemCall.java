package org.thetisdb.sql.call;

/** Names of the calls by which a router has the catalog changed, in place of a procedure's. */
public final class SystemCall {
  /**
   * Runs a definition; arguments are its text and the user whose it is, empty for one who may do
   * everything. Results are a list of notices, a list of the steps that follow, as texts, and the
   * version of the catalog that the definition made.
   */
  public static final String DEFINE = "thetis.define";

  /**
   * Takes values of a sequence; arguments are its name and how many, the result is the first of
   * them and the sequence's increment.
   */
  public static final String TAKE_VALUES = "thetis.take_values";

  /**
   * Sets a sequence; arguments are its name, a value, and whether that counts as taken. There is no
   * result.
   */
  public static final String SET_VALUE = "thetis.set_value";

  /**
   * Takes down how a step ended; arguments are its text and whether it failed, results are those of
   * {@link #DEFINE}.
   */
  public static final String FINISH_STEP = "thetis.finish_step";

  /**
   * Changes whether rows of a table that others refer to may vanish. Arguments are the table's
   * number, the version of its right that is to change, and the number of the new state; results
   * are the version, state and count of thaws that it has then. Nothing changes if the version is
   * another one, or if the site has not applied all that the call depends on.
   */
  public static final String CHANGE_EXISTENCE = "thetis.change_existence";

  /**
   * Counts rows; the argument is a list of the numbers of stored tables, the result how many rows
   * they have in all at the site, which may be some more or less than a snapshot would show, and
   * whether its disk is so short that a statement could not delete them.
   */
  public static final String COUNT_ROWS = "thetis.count_rows";

  /**
   * Whether a call may be one that is run where a disk is short: it writes nothing, ends what has
   * begun, or may have rows go. The site decides when it knows what the call does.
   */
  public static boolean mayMakeRoom(String procedure) {
    return procedure.equals(DEFINE)
        || procedure.equals(FINISH_STEP)
        || procedure.equals(COUNT_ROWS);
  }

  private SystemCall() {}
}
