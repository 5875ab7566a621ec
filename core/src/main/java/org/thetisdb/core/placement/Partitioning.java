package org.thetisdb.core.placement;

import java.util.function.LongConsumer;

/** How the keys of one table are cut into partitions at this moment. */
public interface Partitioning {
  /** The partition of an encoded key of this table; allocates nothing. */
  long partitionOf(byte[] key);

  /**
   * Calls {@code action} for each partition that holds keys from {@code from} to below {@code to},
   * in order; for none of them, and returns false, if they are more than {@code most}. An empty
   * {@code to} is the end of the table.
   */
  boolean forEachPartition(byte[] from, byte[] to, int most, LongConsumer action);
}
