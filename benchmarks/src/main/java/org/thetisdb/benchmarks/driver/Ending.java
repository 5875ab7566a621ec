package org.thetisdb.benchmarks.driver;

import org.thetisdb.client.CallOutcome;

/** How a call ended, as it is counted. */
public enum Ending {
  /** It committed. */
  COMMITTED(0),
  /** It ran and was undone, by its own decision or by a conflict. */
  ABORTED(1),
  /** It was never run. */
  NOT_RUN(2),
  /** Nobody can say. */
  UNKNOWN(3);

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

  static Ending of(CallOutcome outcome) {
    if (outcome.isCommitted()) {
      return COMMITTED;
    }
    return switch (outcome.code().effect()) {
      case ABORTED -> ABORTED;
      case NOT_RUN -> NOT_RUN;
      case UNKNOWN -> UNKNOWN;
    };
  }
}
