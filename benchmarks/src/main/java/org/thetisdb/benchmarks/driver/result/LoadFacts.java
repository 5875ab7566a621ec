package org.thetisdb.benchmarks.driver.result;

/**
 * How the data were made.
 *
 * @param rows that were written; 0 if nobody counted them
 * @param seconds that it took
 * @param connections that did it side by side
 * @param retried transactions that a conflict rolled back, and that were made again
 */
public record LoadFacts(long rows, double seconds, int connections, long retried) {
  /** Nothing is known. */
  public static final LoadFacts NONE = new LoadFacts(0, 0, 0, 0);

  /** Rows in a second. */
  public double rowsPerS() {
    return seconds == 0 ? 0 : rows / seconds;
  }
}
