package org.thetisdb.router.routing;

import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.id.PartitionId;

/**
 * Which tables nobody writes now, as catalogues of items: partitioned stores copy those to all
 * sites, so a backup is as good as its master. Not thread-safe.
 */
public final class ReadMostlyCatalogs {
  private static final long NEVER = -1;

  /** A table that has not been written for so long is at rest. */
  private static final long REST_US = 10_000_000;

  private final Long2LongHashMap writtenUs = new Long2LongHashMap(NEVER);
  private long lastUs;

  /** An update is about to write these partitions. */
  public void onWritten(long[] partitions, long nowUs) {
    lastUs = nowUs;
    long before = NEVER;
    for (long partition : partitions) {
      int table = PartitionId.table(partition);
      if (table != before) {
        writtenUs.put(table, nowUs);
        before = table;
      }
    }
  }

  /** Whether nobody writes to the table of a partition. */
  public boolean contains(long partition) {
    long lastWrittenUs = writtenUs.get(PartitionId.table(partition));
    return lastWrittenUs == NEVER || lastUs - lastWrittenUs > REST_US;
  }
}
