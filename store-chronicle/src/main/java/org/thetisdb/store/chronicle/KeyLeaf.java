package org.thetisdb.store.chronicle;

import java.util.Arrays;

/**
 * Some neighbouring keys, sorted and packed into one array. Its keys never change; greater ones may
 * be appended by one writer at a time while others read.
 */
final class KeyLeaf {
  /** Most keys of a leaf: a change copies half of it on average, a search takes seven steps. */
  static final int MAX_KEYS = 128;

  static final KeyLeaf EMPTY = new KeyLeaf(new byte[0], new int[0], 0, KeyLeaf.NOWHERE);

  private static final int FIRST_CAPACITY = 16;
  private static final int NOWHERE = -1;

  /** The keys, one after the other. */
  private final byte[] bytes;

  /** Where each key ends. */
  private final int[] ends;

  /** Place of the key that made this leaf out of the one before, or {@link #NOWHERE}. */
  private final int insertedAt;

  /** Published last: a reader of it sees the keys that it counts. */
  private volatile int count;

  private KeyLeaf(byte[] bytes, int[] ends, int count, int insertedAt) {
    this.insertedAt = insertedAt;
    this.bytes = bytes;
    this.ends = ends;
    this.count = count;
  }

  /** A leaf of one key with room to append. */
  static KeyLeaf of(byte[] key) {
    byte[] bytes = Arrays.copyOf(key, key.length * FIRST_CAPACITY);
    int[] ends = new int[FIRST_CAPACITY];
    ends[0] = key.length;
    return new KeyLeaf(bytes, ends, 1, NOWHERE);
  }

  int count() {
    return count;
  }

  /**
   * Where this leaf is best split when a key comes to place {@code at}. Keys that come one behind
   * the other, as those of one district's orders do, go on so: then all before them stays together
   * and is full. Otherwise the middle.
   */
  int splitPlace(int at) {
    return insertedAt != NOWHERE && at == insertedAt + 1 ? at : count / 2;
  }

  boolean isFull() {
    return count >= MAX_KEYS;
  }

  private int start(int at) {
    return at == 0 ? 0 : ends[at - 1];
  }

  /** A copy of the key at {@code at}. */
  byte[] key(int at) {
    return Arrays.copyOfRange(bytes, start(at), ends[at]);
  }

  /** The place of a key, or {@code -(place where it belongs) - 1}. */
  int find(byte[] key) {
    return find(key, count);
  }

  private int find(byte[] key, int among) {
    int low = 0;
    int high = among - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(bytes, start(middle), ends[middle], key, 0, key.length);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  /** The place of the first of {@code among} keys that is greater than {@code key}, or equal. */
  int firstAfter(byte[] key, boolean orEqual, int among) {
    int at = find(key, among);
    if (at < 0) {
      return -at - 1;
    }
    return orEqual ? at : at + 1;
  }

  /** Appends the greatest key in place; false when there is no room. For one writer at a time. */
  boolean tryAppend(byte[] key) {
    int last = count;
    int start = start(last);
    if (last >= ends.length || start + key.length > bytes.length) {
      return false;
    }
    System.arraycopy(key, 0, bytes, start, key.length);
    ends[last] = start + key.length;
    count = last + 1;
    return true;
  }

  /** A copy with one key more, which goes to place {@code at}; with room to append at the end. */
  KeyLeaf with(int at, byte[] key) {
    boolean atEnd = at == count;
    int used = start(count);
    int start = start(at);
    int capacity = atEnd ? Math.min(MAX_KEYS, Math.max(FIRST_CAPACITY, count * 2)) : count + 1;
    int keyBytes = used + key.length;
    // Room for as many keys as there are places, if they are as long as these on average.
    long room = atEnd ? (long) keyBytes * capacity / (count + 1) : keyBytes;
    byte[] copy = Arrays.copyOf(bytes, Math.toIntExact(room));
    System.arraycopy(key, 0, copy, start, key.length);
    System.arraycopy(bytes, start, copy, start + key.length, used - start);
    int[] copiedEnds = Arrays.copyOf(ends, capacity);
    for (int i = count; i > at; i--) {
      copiedEnds[i] = ends[i - 1] + key.length;
    }
    copiedEnds[at] = start + key.length;
    return new KeyLeaf(copy, copiedEnds, count + 1, at);
  }

  /** A copy without the key at {@code at}. */
  KeyLeaf without(int at) {
    int start = start(at);
    int length = ends[at] - start;
    int used = start(count);
    byte[] copy = Arrays.copyOf(bytes, used - length);
    System.arraycopy(bytes, ends[at], copy, start, used - ends[at]);
    int[] copiedEnds = Arrays.copyOf(ends, count - 1);
    for (int i = at; i < count - 1; i++) {
      copiedEnds[i] = ends[i + 1] - length;
    }
    return new KeyLeaf(copy, copiedEnds, count - 1, NOWHERE);
  }

  /** A copy of the keys from {@code first} up to, but not including, {@code end}. */
  KeyLeaf slice(int first, int end) {
    int start = start(first);
    int[] copiedEnds = new int[end - first];
    for (int i = 0; i < copiedEnds.length; i++) {
      copiedEnds[i] = ends[first + i] - start;
    }
    return new KeyLeaf(
        Arrays.copyOfRange(bytes, start, start(end)), copiedEnds, copiedEnds.length, NOWHERE);
  }
}
