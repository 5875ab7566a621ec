package org.thetisdb.benchmarks.listappend;

import java.nio.file.Path;
import org.thetisdb.history.verdict.Level;

/**
 * What the clients append and read, and how it is judged.
 *
 * @param keys lists that are in use at the same time
 * @param operations most appends and reads of a transaction
 * @param appendsPerKey after so many a list retires and an empty one takes its place
 * @param readOnlyPercent share of transactions that only read
 * @param unplannedPercent share of transactions that do not say beforehand what they touch
 * @param transactions so many are recorded; after that the clients only read
 * @param level what the history is held to
 * @param historyFile where the history is written; null for nowhere
 */
public record ListAppendOptions(
    int keys,
    int operations,
    int appendsPerKey,
    int readOnlyPercent,
    int unplannedPercent,
    int transactions,
    Level level,
    Path historyFile) {
  private static final int KEYS = 30;
  private static final int OPERATIONS = 4;
  private static final int APPENDS_PER_KEY = 64;
  private static final int READ_ONLY_PERCENT = 40;
  private static final int UNPLANNED_PERCENT = 5;
  private static final int TRANSACTIONS = 1_000_000;

  /** Checks the numbers. */
  public ListAppendOptions {
    if (keys < 1 || keys > 1_000_000) {
      throw new IllegalArgumentException("1 to 1000000 keys are in use at the same time");
    }
    if (operations < 1 || operations > Lists.MAX_OPERATIONS) {
      throw new IllegalArgumentException(
          "a transaction has 1 to " + Lists.MAX_OPERATIONS + " operations");
    }
    if (appendsPerKey < 1 || appendsPerKey > Lists.MAX_ELEMENTS) {
      throw new IllegalArgumentException(
          "a list takes 1 to " + Lists.MAX_ELEMENTS + " appends before it retires");
    }
    if (readOnlyPercent < 0 || unplannedPercent < 0 || readOnlyPercent + unplannedPercent > 100) {
      throw new IllegalArgumentException("percentages of transactions add up to at most 100");
    }
    if (transactions < 1) {
      throw new IllegalArgumentException("at least 1 transaction is recorded");
    }
  }

  /** Few keys, so that transactions meet; nothing is written to a file. */
  public static ListAppendOptions standard() {
    return new ListAppendOptions(
        KEYS,
        OPERATIONS,
        APPENDS_PER_KEY,
        READ_ONLY_PERCENT,
        UNPLANNED_PERCENT,
        TRANSACTIONS,
        Level.STRONG_SESSION_SI,
        null);
  }
}
