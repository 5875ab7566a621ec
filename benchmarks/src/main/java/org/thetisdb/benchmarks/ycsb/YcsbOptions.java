package org.thetisdb.benchmarks.ycsb;

import org.thetisdb.benchmarks.driver.script.Weights;

/**
 * How large the table is and what is done with it.
 *
 * @param records that are loaded
 * @param weights of read, update, insert, scan, read-modify-write
 * @param prefersLatest whether the newest records are preferred; else records all over the table
 * @param skew Zipf's exponent; 0 chooses all alike, 0.99 is usual
 */
public record YcsbOptions(int records, Weights weights, boolean prefersLatest, double skew) {
  /** The usual exponent. */
  public static final double USUAL_SKEW = 0.99;

  private static final int MOST_RECORDS = 100_000_000;

  /** Checks the numbers. */
  public YcsbOptions {
    if (records < 1 || records > MOST_RECORDS) {
      throw new IllegalArgumentException("the table has 1 to " + MOST_RECORDS + " records");
    }
    if (!(skew >= 0 && skew < 1)) {
      throw new IllegalArgumentException("the skew is 0 or more and less than 1");
    }
  }
}
