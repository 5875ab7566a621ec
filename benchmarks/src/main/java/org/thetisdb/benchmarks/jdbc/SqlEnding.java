package org.thetisdb.benchmarks.jdbc;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.ErrorRule;

/** What an SQLState says of the transaction that it ended. */
final class SqlEnding {
  /** Messages of Thetis begin so. */
  private static final Pattern OWN_CODE = Pattern.compile("^(T\\d{4}): ");

  private SqlEnding() {}

  /**
   * The ending.
   *
   * @param committing whether the error came from a commit, or from a statement that commits by
   *     itself
   */
  static Ending of(SQLException error, boolean committing) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    if (state.startsWith("40")) {
      return Ending.RETRIED;
    }
    if (state.equals("08007") || (committing && mayHaveCommitted(state))) {
      return Ending.UNKNOWN;
    }
    return isNotRun(state) ? Ending.NOT_RUN : Ending.FAILED;
  }

  /** A connection that breaks, or a time that runs out, while a commit is under way. */
  private static boolean mayHaveCommitted(String state) {
    return state.equals("08006") || state.equals("57014");
  }

  /** Too busy, or a part is away: later. */
  private static boolean isNotRun(String state) {
    return state.startsWith("08") || state.startsWith("53") || state.startsWith("57P");
  }

  /** The code under which an error is counted: SQLState, and the database's own if there is one. */
  static String code(SQLException error) {
    String state = ErrorRule.SQL_STATE + (error.getSQLState() == null ? "?" : error.getSQLState());
    Matcher own = OWN_CODE.matcher(String.valueOf(error.getMessage()));
    return own.lookingAt() ? state + " " + own.group(1) : state;
  }

  /** What the database says of it, without its own code. */
  static String message(SQLException error) {
    return OWN_CODE.matcher(String.valueOf(error.getMessage())).replaceFirst("");
  }
}
