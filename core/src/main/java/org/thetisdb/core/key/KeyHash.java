package org.thetisdb.core.key;

import org.thetisdb.core.value.BigEndian;

/**
 * Sixty-four bits for a key, each as good as the next. Keys are often rising numbers, so every bit
 * of a key must reach every bit of the hash. Stateless.
 */
public final class KeyHash {
  private static final long FIRST_FACTOR = 0x9e3779b97f4a7c15L;
  private static final long SECOND_FACTOR = 0xbf58476d1ce4e5b9L;
  private static final long THIRD_FACTOR = 0x94d049bb133111ebL;

  private KeyHash() {}

  /** The hash of a key. */
  public static long of(int tableId, byte[] bytes) {
    long hash = begin(tableId, bytes.length);
    int at = 0;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      hash = mix(hash ^ Long.reverseBytes(BigEndian.getLong(bytes, at)));
    }
    long rest = 0;
    if (at + Integer.BYTES <= bytes.length) {
      rest = BigEndian.getInt(bytes, at) & 0xffff_ffffL;
      at += Integer.BYTES;
    }
    for (; at < bytes.length; at++) {
      rest = rest << Byte.SIZE | (bytes[at] & 0xff);
    }
    return mix(hash ^ rest);
  }

  /**
   * What the hash of a key begins with. Then each eight bytes, the lowest first, and in the end
   * what is left, the highest first, are mixed in.
   */
  public static long begin(int tableId, int length) {
    return tableId * FIRST_FACTOR + length;
  }

  /** The finalizer of SplitMix64. */
  public static long mix(long value) {
    long z = (value ^ (value >>> 30)) * SECOND_FACTOR;
    z = (z ^ (z >>> 27)) * THIRD_FACTOR;
    return z ^ (z >>> 31);
  }

  /** The same sixty-four bits spread once more, where some of them are used already. */
  public static long again(long hash) {
    return mix(hash + FIRST_FACTOR);
  }
}
