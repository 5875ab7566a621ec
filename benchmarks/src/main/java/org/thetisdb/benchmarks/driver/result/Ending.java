package org.thetisdb.benchmarks.driver.result;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;

/** How a call ended, as it is counted. */
public enum Ending {
  /** It committed. */
  COMMITTED(0),
  /** It ran, and its procedure decided against it; a part of the workload. */
  ABORTED(1),
  /** It was never run. */
  NOT_RUN(2),
  /** Nobody can say. */
  UNKNOWN(3),
  /** It ran and was rolled back for another reason, such as a conflict. */
  FAILED(4),
  /** One attempt was rolled back by a conflict; its client ran the transaction again. */
  RETRIED(5);

  private static final int COUNT = values().length;

  private final int index;

  Ending(int index) {
    this.index = index;
  }

  static int count() {
    return COUNT;
  }

  /** Its place in arrays of {@link #count} numbers. */
  int index() {
    return index;
  }

  /** How a call with this outcome is counted. */
  public static Ending of(CallOutcome outcome) {
    if (outcome.isCommitted()) {
      return COMMITTED;
    }
    return switch (outcome.code().effect()) {
      case ABORTED -> outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE ? ABORTED : FAILED;
      case NOT_RUN -> NOT_RUN;
      case COMMITTED -> COMMITTED;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
