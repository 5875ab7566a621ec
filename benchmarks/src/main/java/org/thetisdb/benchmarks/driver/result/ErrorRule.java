package org.thetisdb.benchmarks.driver.result;

import org.thetisdb.core.error.ErrorCode;

/**
 * Which errors make a run a failure. Those do not after which a client is asked to try again, now
 * or later, or to look what became of its call: they are counted and shown. All others do: no
 * transaction of a workload may meet them.
 */
public final class ErrorRule {
  /** Under which it is counted that a client gave a transaction up after many conflicts. */
  public static final String GAVE_UP = "gave up";

  /** Before the SQLState of an error that came over JDBC. */
  public static final String SQL_STATE = "SQLState ";

  /** Before the code of an error that a loader met; its rows are written again. */
  public static final String WHILE_LOADING = "while loading: ";

  private static final String MEMORY_FULL = ErrorCode.MEMORY_FULL.sqlState();

  private ErrorRule() {}

  /**
   * Whether an error is no failure of the run.
   *
   * @param code as it is counted: {@code T2005}, {@code SQLState 40001}, {@code SQLState 40001
   *     T2005}, {@link #GAVE_UP}
   */
  public static boolean isExpected(String code) {
    if (code.equals(GAVE_UP)) {
      return true;
    }
    if (code.startsWith(WHILE_LOADING)) {
      return isExpected(code.substring(WHILE_LOADING.length()));
    }
    if (code.startsWith(SQL_STATE)) {
      String[] stateAndOwn = code.substring(SQL_STATE.length()).split(" ", 2);
      return stateAndOwn.length == 2
          ? isExpected(stateAndOwn[1])
          : asksForAnotherTry(stateAndOwn[0]);
    }
    if (!code.matches("T\\d{4}")) {
      return false;
    }
    ErrorCode known = ErrorCode.ofNumber(Integer.parseInt(code.substring(1)));
    return !known.sqlState().startsWith("XX") // a fault, or a damaged log
        && (known.effect() == ErrorCode.Effect.UNKNOWN
            || known == ErrorCode.TIMED_OUT
            || known == ErrorCode.STATEMENT_TIMED_OUT
            || asksForAnotherTry(known.sqlState()));
  }

  /** Conflicts; lost connections; too much at once; a part of the cluster that is away. */
  private static boolean asksForAnotherTry(String sqlState) {
    boolean isBusy = sqlState.startsWith("53") && !sqlState.equals(MEMORY_FULL);
    return sqlState.startsWith("40")
        || sqlState.equals("08007")
        || sqlState.equals("08006")
        || sqlState.equals("08001")
        || isBusy
        || sqlState.startsWith("57P");
  }
}
