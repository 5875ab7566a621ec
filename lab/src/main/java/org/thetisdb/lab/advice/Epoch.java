package org.thetisdb.lab.advice;

/**
 * How long an update waits for its epoch, as it was found in simulated runs (decision 0040).
 *
 * @param waitUs for its end, and for the log
 * @param keptAtOnce of the updates that are under way the share whose rows the epoch coordinator
 *     writes one after the other before any of them is answered
 */
record Epoch(double waitUs, double keptAtOnce) {
  static final Epoch PHYSICAL = new Epoch(1_700, 0.5);
  static final Epoch LOGICAL = new Epoch(2_400, 1.2);

  /** A call that met others begins anew, in the mean after so long. */
  private static final double ANEW_US = 2_500;

  /**
   * The wait of an update.
   *
   * @param runs how often it runs
   * @param keptUs in which the epoch coordinator writes the rows of all that are under way
   */
  double waitUs(double runs, double keptUs) {
    return waitUs + (runs - 1) * ANEW_US + keptAtOnce * keptUs;
  }
}
