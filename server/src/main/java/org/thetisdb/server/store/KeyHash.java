package org.thetisdb.server.store;

import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.thetisdb.core.key.RowKey;

/**
 * Spreads keys over shards and locks. Keys are often rising numbers, so every bit of a key must
 * reach every bit of the hash.
 */
public final class KeyHash {
  private static final long BASE = BufferUtil.ARRAY_BASE_OFFSET;
  private static final long FIRST_FACTOR = 0x9e3779b97f4a7c15L;
  private static final long SECOND_FACTOR = 0xbf58476d1ce4e5b9L;
  private static final long THIRD_FACTOR = 0x94d049bb133111ebL;

  private KeyHash() {}

  /** Sixty-four bits, each as good as the next. */
  public static long of(RowKey key) {
    return of(key.tableId(), key.bytes());
  }

  /** The same for a key that was taken apart. */
  public static long of(int tableId, byte[] bytes) {
    long hash = tableId * FIRST_FACTOR + bytes.length;
    int at = 0;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      hash = mix(hash ^ UnsafeApi.getLongUnaligned(bytes, BASE + at, false));
    }
    long rest = 0;
    for (; at < bytes.length; at++) {
      rest = (rest << Byte.SIZE) | (bytes[at] & 0xff);
    }
    return mix(hash ^ rest);
  }

  /** The same for a key that stands off the heap. */
  public static long of(int tableId, long address, int length) {
    long hash = tableId * FIRST_FACTOR + length;
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      hash = mix(hash ^ UnsafeApi.getLongUnaligned(null, address + at, false));
    }
    long rest = 0;
    for (; at < length; at++) {
      rest = (rest << Byte.SIZE) | (UnsafeApi.getByte(address + at) & 0xff);
    }
    return mix(hash ^ rest);
  }

  /**
   * The same for the slots of one shard's map. All keys of a shard share low bits of their hash,
   * since these have chosen it.
   */
  static long inShard(long hash) {
    return mix(hash + FIRST_FACTOR);
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * SECOND_FACTOR;
    z = (z ^ (z >>> 27)) * THIRD_FACTOR;
    return z ^ (z >>> 31);
  }
}
