package org.thetisdb.store.chronicle;

import org.thetisdb.store.StoreConfig;

/**
 * How large one shard's map is made.
 *
 * <p>A full store has about {@link #SHARDS_WHEN_FULL} shards, each nearly full, because shards
 * split at their size and keys spread evenly: so the last round of splits is past when the limit
 * comes near, and no half-empty maps stand about. Maps take memory as it is touched, so room for
 * uneven rows costs nothing.
 *
 * @param splitBytes rows' bytes beyond which a shard is split
 * @param splitRows number of rows beyond which a shard is split
 * @param segments parts of the map that are locked apart
 */
record ShardSize(long splitBytes, long splitRows, int segments) {
  /** Unit in which a map gives memory to an entry. */
  static final int CHUNK_BYTES = 16;

  private static final int SHARDS_WHEN_FULL = 64;
  private static final long MIN_BYTES = 256 << 10;
  private static final long MAX_BYTES = 256 << 20;
  private static final long SEGMENT_BYTES = 128 << 10;
  private static final int MIN_SEGMENTS = 2;

  /** Rows as small as this fill a shard before their number does. */
  private static final int SMALL_ENTRY_BYTES = 96;

  /** A slot of the map's hash table, which is at most two thirds full. */
  private static final int SLOT_BYTES = 8;

  /** The size for a store of {@code config}. */
  static ShardSize of(StoreConfig config) {
    long share = config.limitBytes() / SHARDS_WHEN_FULL;
    long bytes = Math.max(MIN_BYTES, Math.min(MAX_BYTES, share));
    long segments = Math.max(MIN_SEGMENTS, Long.highestOneBit(bytes / SEGMENT_BYTES));
    // A tenth more than the share: chance must not split shards when the store is just full.
    return new ShardSize(bytes + bytes / 10, bytes / SMALL_ENTRY_BYTES, (int) segments);
  }

  /**
   * The share of the usual size at which a shard is split, between three quarters and one. Keys
   * spread so evenly that shards of one size would all be split in the same moment, and changes
   * would be slow for as long as that takes.
   *
   * @param number the shard's number, in the order in which they are made
   */
  static double splitShare(int number) {
    double golden = number * 0.6180339887498949;
    return 1 - (golden - Math.floor(golden)) / 4;
  }

  /** Entries for which each segment has hash slots. */
  long entriesPerSegment() {
    return splitRows / segments + splitRows / segments / 4 + CHUNK_BYTES;
  }

  /** Chunks of each segment: half as many again as at the split, for entries that left holes. */
  long chunksPerSegment() {
    return splitBytes * 3 / 2 / CHUNK_BYTES / segments;
  }

  /** What an entry takes, for the key and the chain's capacity that it has. */
  static long entryBytes(int keyBytes, int capacity) {
    int lengths = 1 + (capacity < 128 ? 1 : capacity < 16_384 ? 2 : 3);
    long bytes = (long) lengths + KeyMarshaller.TABLE_BYTES + keyBytes + capacity;
    return (bytes + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES + SLOT_BYTES;
  }
}
