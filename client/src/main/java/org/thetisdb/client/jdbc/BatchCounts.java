package org.thetisdb.client.jdbc;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The update counts of a batch, as they come in. */
final class BatchCounts {
  private final List<Long> counts = new ArrayList<>();

  void add(long count) {
    counts.add(count);
  }

  void addAll(List<Long> more) {
    counts.addAll(more);
  }

  long[] toArray() {
    return counts.stream().mapToLong(Long::longValue).toArray();
  }

  static int[] toInts(long[] counts) {
    int[] narrow = new int[counts.length];
    for (int i = 0; i < counts.length; i++) {
      narrow[i] = ThetisStatement.toInt(counts[i]);
    }
    return narrow;
  }

  /** The exception of a batch that stopped: it has the counts of what was done before. */
  BatchUpdateException failure(SQLException cause) {
    BatchUpdateException failure =
        new BatchUpdateException(
            cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), toArray(), cause);
    failure.setNextException(cause);
    return failure;
  }
}
