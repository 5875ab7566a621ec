package org.thetisdb.benchmarks.kv;

/**
 * How large the store is, and what its transactions do.
 *
 * @param partitions how many
 * @param crossPercent transactions that change six counters at each of two partitions, in percent;
 *     the others change twelve at one
 */
public record KeyValueOptions(int partitions, int crossPercent) {
  /** Counters that a transaction changes. */
  static final int KEYS = 12;

  /** So many partitions if nothing else is said. */
  public static final int USUAL_PARTITIONS = 12;

  /** Checks the numbers. */
  public KeyValueOptions {
    if (partitions < 1 || partitions > 1_024) {
      throw new IllegalArgumentException("--scale is the number of partitions, from 1 to 1024");
    }
    if (crossPercent < 0 || crossPercent > 100) {
      throw new IllegalArgumentException("--cross is a percentage, from 0 to 100");
    }
    if (crossPercent > 0 && partitions == 1) {
      throw new IllegalArgumentException("one partition alone cannot be crossed");
    }
  }
}
