package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.OffHeap;

/**
 * Compares keys, in arrays and in memory, eight bytes at a time. A key is named as {@link OffHeap}
 * does: an array and an offset in it, or null and an address. Stateless.
 */
final class Keys {
  private static final int LONG = Long.BYTES;

  private Keys() {}

  /** Whether memory holds the bytes of an array. */
  static boolean equal(byte[] key, long address) {
    long base = OffHeap.BYTES_OFFSET;
    int at = 0;
    for (; at + LONG <= key.length; at += LONG) {
      if (OffHeap.getLongUnaligned(key, base + at) != OffHeap.getLong(address + at)) {
        return false;
      }
    }
    for (; at < key.length; at++) {
      if (key[at] != OffHeap.getByte(address + at)) {
        return false;
      }
    }
    return true;
  }

  /** The order of unsigned bytes, prefixes first. */
  static int compare(Object a, long atA, int lengthA, Object b, long atB, int lengthB) {
    int common = Math.min(lengthA, lengthB);
    int same = commonPrefix(a, atA, b, atB, common);
    return same < common
        ? (OffHeap.getByte(a, atA + same) & 0xff) - (OffHeap.getByte(b, atB + same) & 0xff)
        : lengthA - lengthB;
  }

  /** How many of {@code among} first bytes are the same. */
  static int commonPrefix(Object a, long atA, Object b, long atB, int among) {
    int at = 0;
    for (; at + LONG <= among; at += LONG) {
      long differing =
          OffHeap.getLongUnaligned(a, atA + at, false)
              ^ OffHeap.getLongUnaligned(b, atB + at, false);
      if (differing != 0) {
        return at + Long.numberOfTrailingZeros(differing) / Byte.SIZE;
      }
    }
    while (at < among && OffHeap.getByte(a, atA + at) == OffHeap.getByte(b, atB + at)) {
      at++;
    }
    return at;
  }

  /** Eight bytes from {@code skip} on as a number, zeros where the key has ended. */
  static long word(Object key, long at, int length, int skip) {
    if (skip + LONG <= length) {
      return OffHeap.getLongUnaligned(key, at + skip, true);
    }
    long word = 0;
    for (int i = 0; i < LONG; i++) {
      int next = skip + i < length ? OffHeap.getByte(key, at + skip + i) & 0xff : 0;
      word = word << Byte.SIZE | next;
    }
    return word;
  }
}
