package org.thetisdb.benchmarks.accesses;

import org.thetisdb.benchmarks.driver.script.Weights;

/**
 * How large the table is, and what its transactions do.
 *
 * @param records a multiple of a hundred
 * @param skew exponent of Zipf's law by which records are chosen; 0 chooses all alike
 * @param weights of reads and of changes among the accesses of a transaction
 * @param crossPercent transactions whose accesses fall into several partitions, in percent; the
 *     others stay in one; {@link #ANYWHERE} has each access fall wherever it does
 */
public record AccessOptions(int records, double skew, Weights weights, int crossPercent) {
  /** Accesses of a transaction. */
  public static final int ACCESSES = 10;

  /** Partitions are of no concern. */
  public static final int ANYWHERE = -1;

  /** Records of a partition; all of one have the same first key column. */
  public static final int PARTITION_RECORDS = 1_000;

  /** As the thesis has it where it compares schemes under contention. */
  public static final Weights USUAL_WEIGHTS = Weights.of(80, 20);

  /** Each access falls wherever it does. */
  public AccessOptions(int records, double skew, Weights weights) {
    this(records, skew, weights, ANYWHERE);
  }

  /** Checks the numbers. */
  public AccessOptions {
    if (records < RecordTable.PER_CALL || records % RecordTable.PER_CALL != 0) {
      throw new IllegalArgumentException("the number of records is a multiple of 100");
    }
    if (!(skew >= 0 && skew < 1)) {
      throw new IllegalArgumentException("--skew is 0 or more, and below 1");
    }
    if (crossPercent != ANYWHERE && (crossPercent < 0 || crossPercent > 100)) {
      throw new IllegalArgumentException("--cross is a percentage, from 0 to 100");
    }
    if (crossPercent != ANYWHERE && records % PARTITION_RECORDS != 0) {
      throw new IllegalArgumentException("with --cross the records are a multiple of 1,000");
    }
    if (crossPercent > 0 && records == PARTITION_RECORDS) {
      throw new IllegalArgumentException(
          "one partition alone cannot be crossed: ask for more records");
    }
  }

  /** Records among which each access of a transaction chooses. */
  int choices() {
    return crossPercent == ANYWHERE ? records : PARTITION_RECORDS;
  }
}
