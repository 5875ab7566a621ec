package org.thetisdb.client.jdbc.result;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The update counts of a batch, as they come in. */
public final class BatchCounts {
  private final List<Long> counts = new ArrayList<>();
  private final int size;

  /** Of a batch of so many entries. */
  public BatchCounts(int size) {
    this.size = size;
  }

  /** The count of the next entry. */
  public void add(long count) {
    counts.add(count);
  }

  /** The counts of the next entries. */
  public void addAll(List<Long> more) {
    counts.addAll(more);
  }

  /** All that have come in. */
  public long[] toArray() {
    return counts.stream().mapToLong(Long::longValue).toArray();
  }

  /** Counts as JDBC had them first; what is too large becomes the largest number. */
  public static int[] toInts(long[] counts) {
    int[] narrow = new int[counts.length];
    for (int i = 0; i < counts.length; i++) {
      narrow[i] = (int) Math.min(Integer.MAX_VALUE, counts[i]);
    }
    return narrow;
  }

  /**
   * The exception of a batch that stopped. It says of each entry: how many rows it changed, or that
   * nothing of it was done. Those that are sent together fail together.
   */
  public BatchUpdateException failure(SQLException cause) {
    long[] all = Arrays.copyOf(toArray(), size);
    Arrays.fill(all, counts.size(), size, Statement.EXECUTE_FAILED);
    BatchUpdateException failure =
        new BatchUpdateException(
            cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), all, cause);
    failure.setNextException(cause);
    return failure;
  }
}
