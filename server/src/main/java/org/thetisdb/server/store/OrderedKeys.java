package org.thetisdb.server.store;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The keys of one table in the order of unsigned bytes. Rows are not here, so only new and removed
 * keys change it.
 *
 * <p>Keys are packed into leaves of up to {@link KeyLeaf#MAX_KEYS}. A leaf is found by its
 * separator: it holds the keys from its separator on, up to the next one; the first separator is
 * the empty key. Writers take turns. They replace a leaf by a changed copy, or append in place when
 * the key is the leaf's greatest. Readers take no lock: what they read of a leaf never changes. In
 * the middle of a split a key may stand in two leaves, therefore a reader never goes back behind
 * the last key that it visited.
 */
final class OrderedKeys {
  private static final byte[] FIRST_SEPARATOR = {};

  private final ConcurrentSkipListMap<byte[], KeyLeaf> leaves =
      new ConcurrentSkipListMap<>(Arrays::compareUnsigned);
  private final AtomicLong count = new AtomicLong();

  OrderedKeys() {
    leaves.put(FIRST_SEPARATOR, KeyLeaf.EMPTY);
  }

  /** Called for each key of a walk. */
  interface KeyVisitor {
    /**
     * One key, a copy that may be kept.
     *
     * @return whether to go on
     */
    boolean visit(byte[] key);
  }

  /** Number of keys. */
  long count() {
    return count.get();
  }

  /** Number of leaves; walks over all of them. */
  int leafCount() {
    return leaves.size();
  }

  /** Adds a key; returns false when it was there already. */
  synchronized boolean add(byte[] key) {
    Map.Entry<byte[], KeyLeaf> place = leaves.floorEntry(key);
    KeyLeaf leaf = place.getValue();
    int at = leaf.find(key);
    if (at >= 0) {
      return false;
    }
    insert(place.getKey(), leaf, -at - 1, key);
    count.incrementAndGet();
    return true;
  }

  private void insert(byte[] separator, KeyLeaf leaf, int at, byte[] key) {
    if (at == leaf.count() && leaf.tryAppend(key)) {
      return;
    }
    if (!leaf.isFull()) {
      leaves.put(separator, leaf.with(at, key));
    } else if (at == leaf.count()) {
      // Rising keys come at the end: the full leaf stays full, and a new one takes what follows.
      leaves.put(key, KeyLeaf.of(key));
    } else {
      split(separator, leaf, at, key);
    }
  }

  private void split(byte[] separator, KeyLeaf leaf, int at, byte[] key) {
    int middle = leaf.splitPlace(at);
    KeyLeaf left = leaf.slice(0, middle);
    KeyLeaf right = leaf.slice(middle, leaf.count());
    if (at <= middle) {
      left = left.with(at, key);
    } else {
      right = right.with(at - middle, key);
    }
    // The right half first: a reader must find each key in at least one leaf.
    leaves.put(right.key(0), right);
    leaves.put(separator, left);
  }

  /** Removes a key; returns false when it was not there. */
  synchronized boolean remove(byte[] key) {
    Map.Entry<byte[], KeyLeaf> place = leaves.floorEntry(key);
    KeyLeaf leaf = place.getValue();
    int at = leaf.find(key);
    if (at < 0) {
      return false;
    }
    if (leaf.count() == 1 && place.getKey().length > 0) {
      leaves.remove(place.getKey());
    } else {
      leaves.put(place.getKey(), leaf.without(at));
    }
    count.decrementAndGet();
    return true;
  }

  /**
   * Visits keys in order. Keys that were there before the call and stay are all visited, each once;
   * keys that come or go meanwhile may be.
   *
   * @param from where to begin
   * @param inclusive whether {@code from} itself is visited
   * @param to where to end, exclusive; null for the end
   */
  void ascend(byte[] from, boolean inclusive, byte[] to, KeyVisitor visitor) {
    byte[] last = from;
    boolean lastToo = inclusive;
    boolean more = true;
    Map.Entry<byte[], KeyLeaf> place = leaves.floorEntry(from);
    while (more && place != null) {
      KeyLeaf leaf = place.getValue();
      int count = leaf.count();
      int end = to == null ? count : leaf.firstAfter(to, true, count);
      for (int at = leaf.firstAfter(last, lastToo, count); more && at < end; at++) {
        last = leaf.key(at);
        lastToo = false;
        more = visitor.visit(last);
      }
      more &= end == count;
      place = leaves.higherEntry(place.getKey());
    }
  }

  /**
   * Visits keys in reverse order, with the same guarantee.
   *
   * @param to where to begin, exclusive; null for the end
   * @param from where to end, inclusive
   */
  void descend(byte[] from, byte[] to, KeyVisitor visitor) {
    byte[] last = to;
    boolean more = true;
    Map.Entry<byte[], KeyLeaf> place = leafBefore(to);
    while (more && place != null) {
      KeyLeaf leaf = place.getValue();
      int count = leaf.count();
      int end = leaf.firstAfter(from, true, count);
      int at = last == null ? count : leaf.firstAfter(last, true, count);
      while (more && --at >= end) {
        last = leaf.key(at);
        more = visitor.visit(last);
      }
      more &= end == 0;
      place = leafBefore(place.getKey());
    }
  }

  /**
   * The last leaf with a separator below {@code bound}, or the last of all; null if there is none.
   *
   * <p>The map finds a place first and reads its leaf a moment later. If the leaf is split between
   * the two, what is read is the left half, and nobody would look at the right one. The right half
   * comes into the map first, so then it is seen behind the place, and the search is made again.
   */
  private Map.Entry<byte[], KeyLeaf> leafBefore(byte[] bound) {
    while (true) {
      Map.Entry<byte[], KeyLeaf> place =
          bound == null ? leaves.lastEntry() : leaves.lowerEntry(bound);
      byte[] next = place == null ? null : leaves.higherKey(place.getKey());
      if (next == null || (bound != null && Arrays.compareUnsigned(next, bound) >= 0)) {
        return place;
      }
    }
  }
}
