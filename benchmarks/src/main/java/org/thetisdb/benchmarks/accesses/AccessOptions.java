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
 * @param stride only each so manieth partition has records, so that one site of so many has all of
 *     them where partitions are dealt out in turn
 * @param refusedPercent transactions that their procedure refuses, at one of the partitions that
 *     they meet, in percent
 * @param size of transactions and records
 */
public record AccessOptions(
    int records,
    double skew,
    Weights weights,
    int crossPercent,
    int stride,
    int refusedPercent,
    Size size) {
  /** Accesses of a transaction, and characters of each field, as the thesis has them. */
  public static final Size USUAL_SIZE = new Size(10, 10);

  private static final int MOST_ACCESSES = 100;
  private static final int MOST_FIELD_CHARS = 10_000;

  /** Partitions are of no concern. */
  public static final int ANYWHERE = -1;

  /** Records of a partition; all of one have the same first key column. */
  public static final int PARTITION_RECORDS = 1_000;

  /** As the thesis has it where it compares schemes under contention. */
  public static final Weights USUAL_WEIGHTS = Weights.of(80, 20);

  /**
   * How large transactions and records are.
   *
   * @param accesses of a transaction, each of another record
   * @param fieldChars characters of each of the nine fields of a record
   * @param rounds in which a transaction of several partitions meets them: in the second one it
   *     writes what follows from all that it has read in the first; 1 or 2
   */
  public record Size(int accesses, int fieldChars, int rounds) {
    /** All is done in one round. */
    public Size(int accesses, int fieldChars) {
      this(accesses, fieldChars, 1);
    }

    /** The same in two rounds. */
    public Size inTwoRounds() {
      return new Size(accesses, fieldChars, 2);
    }

    /** Checks the numbers. */
    public Size {
      if (rounds < 1 || rounds > 2) {
        throw new IllegalArgumentException("a transaction has one round or two");
      }
      if (accesses < 1 || accesses > MOST_ACCESSES) {
        throw new IllegalArgumentException("--accesses is from 1 to " + MOST_ACCESSES);
      }
      if (fieldChars < 1 || fieldChars > MOST_FIELD_CHARS) {
        throw new IllegalArgumentException("--field-chars is from 1 to " + MOST_FIELD_CHARS);
      }
    }
  }

  /** Each partition has records, and sizes are as usual. */
  public AccessOptions(int records, double skew, Weights weights, int crossPercent) {
    this(records, skew, weights, crossPercent, 1, 0, USUAL_SIZE);
  }

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
    if (refusedPercent < 0 || refusedPercent > 100) {
      throw new IllegalArgumentException("a share is a percentage, from 0 to 100");
    }
    if (stride < 1 || (stride > 1 && crossPercent == ANYWHERE)) {
      throw new IllegalArgumentException("partitions are left out only where they are met");
    }
    if (crossPercent > 0 && records == PARTITION_RECORDS) {
      throw new IllegalArgumentException(
          "one partition alone cannot be crossed: ask for more records");
    }
  }

  /** The number of a group of records that one call loads, of those that there are. */
  long group(int number) {
    int groups = PARTITION_RECORDS / RecordTable.PER_CALL;
    return (long) number / groups * groups * stride + number % groups;
  }

  /** Records among which each access of a transaction chooses. */
  int choices() {
    return crossPercent == ANYWHERE ? records : PARTITION_RECORDS;
  }
}
