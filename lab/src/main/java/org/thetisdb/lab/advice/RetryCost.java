package org.thetisdb.lab.advice;

import java.util.function.DoubleUnaryOperator;

/** What it takes that transactions are run again which met others. */
final class RetryCost {
  private RetryCost() {}

  /**
   * The time for a transaction where each run that meets another one's lock is made again: the
   * faster they are, the more of them hold locks.
   *
   * @param meetUs for how long rows that a second one would meet are held by one
   * @param timeUs the time for a transaction that is run so often
   */
  static double settled(double meetUs, DoubleUnaryOperator timeUs) {
    double low = meetUs;
    double high = meetUs + timeUs.applyAsDouble(1) * 1_000 + 1_000_000;
    for (int step = 0; step < 60; step++) {
      double middle = (low + high) / 2;
      double runs = middle <= meetUs ? Double.MAX_VALUE : 1 / (1 - meetUs / middle);
      if (timeUs.applyAsDouble(runs) > middle) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
