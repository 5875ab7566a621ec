package org.thetisdb.benchmarks.driver;

/**
 * How a workload is driven.
 *
 * @param clients sessions that make calls side by side
 * @param durationS seconds that are counted
 * @param warmUpS seconds before that, which are not
 * @param ratePerS calls begun each second; 0 lets each client begin the next when the last has
 *     ended
 * @param seed of all choices
 */
public record RunOptions(int clients, int durationS, int warmUpS, double ratePerS, long seed) {
  /** Checks the numbers. */
  public RunOptions {
    if (clients < 1 || durationS < 1 || warmUpS < 0 || !(ratePerS >= 0)) {
      throw new IllegalArgumentException("a run needs clients and a duration of 1 or more");
    }
  }
}
