package org.thetisdb.benchmarks.driver.result;

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
  /** Most clients. */
  public static final int MOST_CLIENTS = 10_000;

  /** Checks the numbers. */
  public RunOptions {
    if (clients < 1 || clients > MOST_CLIENTS) {
      throw new IllegalArgumentException("--clients goes from 1 to " + MOST_CLIENTS);
    }
    if (durationS < 1 || warmUpS < 0) {
      throw new IllegalArgumentException("--duration is 1 or more, --warm-up 0 or more");
    }
    if (!(ratePerS >= 0)) {
      throw new IllegalArgumentException("--rate is 0 or more");
    }
  }
}
