package org.thetisdb.benchmarks.accesses;

import org.thetisdb.benchmarks.driver.Weights;

/**
 * How large the table is, and what its transactions do.
 *
 * @param records a multiple of a hundred
 * @param skew exponent of Zipf's law by which records are chosen; 0 chooses all alike
 * @param weights of reads and of changes among the accesses of a transaction
 */
public record AccessOptions(int records, double skew, Weights weights) {
  /** Accesses of a transaction. */
  public static final int ACCESSES = 10;

  /** As the thesis has it where it compares schemes under contention. */
  public static final Weights USUAL_WEIGHTS = Weights.of(80, 20);

  /** Checks the numbers. */
  public AccessOptions {
    if (records < Cells.PER_CALL || records % Cells.PER_CALL != 0) {
      throw new IllegalArgumentException("the number of records is a multiple of 100");
    }
    if (!(skew >= 0 && skew < 1)) {
      throw new IllegalArgumentException("--skew is 0 or more, and below 1");
    }
  }
}
