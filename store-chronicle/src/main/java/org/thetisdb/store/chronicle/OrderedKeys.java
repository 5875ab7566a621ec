package org.thetisdb.store.chronicle;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The keys of one table in the order of unsigned bytes. Rows are not here, so only new and removed
 * keys change it.
 *
 * <p>A B+-tree: keys are packed into leaves of up to {@link KeyLeaf#MAX_KEYS}, separators into
 * inner nodes. Writers take turns. They replace a leaf by a changed copy in its parent's slot, or
 * append in place when the key is the leaf's greatest; a split or removed leaf has its parent
 * replaced by a changed copy, and so on up to the root. Readers take no lock: what they read of a
 * node never changes but for its slots, and each of these always holds the same range of keys. A
 * walk looks for each leaf from the root, so it sees what was there when it came to it.
 */
final class OrderedKeys {
  private final AtomicLong count = new AtomicLong();

  /** The writer's. */
  private final KeyPlace place = new KeyPlace();

  /** A {@link KeyLeaf} or {@link InnerKeys}. */
  private volatile Object root = KeyLeaf.EMPTY;

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
    return leafCount(root);
  }

  private static int leafCount(Object node) {
    if (!(node instanceof InnerKeys inner)) {
      return 1;
    }
    int leaves = 0;
    for (int at = 0; at < inner.count(); at++) {
      leaves += leafCount(inner.child(at));
    }
    return leaves;
  }

  /** Adds a key; returns false when it was there already. */
  synchronized boolean add(byte[] key) {
    KeyLeaf leaf = place.find(root, key);
    int at = leaf.find(key);
    if (at >= 0) {
      return false;
    }
    insert(leaf, -at - 1, key);
    count.incrementAndGet();
    return true;
  }

  private void insert(KeyLeaf leaf, int at, byte[] key) {
    if (at == leaf.count() && leaf.tryAppend(key)) {
      return;
    }
    if (!leaf.isFull()) {
      replace(place.levels(), leaf.with(at, key));
    } else if (at == leaf.count()) {
      // Rising keys come at the end: the full leaf stays full, and a new one takes what follows.
      split(place.levels(), leaf, key, KeyLeaf.of(key));
    } else {
      splitLeaf(leaf, at, key);
    }
  }

  private void splitLeaf(KeyLeaf leaf, int at, byte[] key) {
    int middle = leaf.splitPlace(at);
    KeyLeaf left = leaf.slice(0, middle);
    KeyLeaf right = leaf.slice(middle, leaf.count());
    if (at <= middle) {
      left = left.with(at, key);
    } else {
      right = right.with(at - middle, key);
    }
    split(place.levels(), left, right.key(0), right);
  }

  /** Puts a node in place of the one that was found at a level, with the same range of keys. */
  private void replace(int level, Object node) {
    if (level == 0) {
      root = node;
    } else {
      place.node(level - 1).replace(place.place(level - 1), node);
    }
  }

  /** Puts two nodes in place of the one that was found at a level; readers see both or neither. */
  private void split(int level, Object left, byte[] separator, Object right) {
    if (level == 0) {
      root = InnerKeys.of(left, separator, right);
      return;
    }
    int at = place.place(level - 1);
    InnerKeys parent = place.node(level - 1).with(at, left, separator, right);
    if (parent.count() <= InnerKeys.MAX_CHILDREN) {
      replace(level - 1, parent);
      return;
    }
    // Where keys rise, nodes stay full, too.
    int end = parent.count();
    int middle = at + 2 == end ? end - 1 : end / 2;
    split(
        level - 1,
        parent.slice(0, middle),
        parent.separator(middle - 1),
        parent.slice(middle, end));
  }

  /** Removes a key; returns false when it was not there. */
  synchronized boolean remove(byte[] key) {
    KeyLeaf leaf = place.find(root, key);
    int at = leaf.find(key);
    if (at < 0) {
      return false;
    }
    if (leaf.count() == 1) {
      cut(place.levels());
    } else {
      replace(place.levels(), leaf.without(at));
    }
    count.decrementAndGet();
    return true;
  }

  /** Takes out the empty node that was found at a level; its neighbour takes its range. */
  private void cut(int level) {
    if (level == 0) {
      root = KeyLeaf.EMPTY;
      return;
    }
    InnerKeys parent = place.node(level - 1);
    if (parent.count() == 1) {
      cut(level - 1);
    } else {
      InnerKeys fewer = parent.without(place.place(level - 1));
      boolean isNeedless = level == 1 && fewer.count() == 1;
      replace(level - 1, isNeedless ? fewer.child(0) : fewer);
    }
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
    KeyPlace reached = new KeyPlace();
    byte[] last = from;
    boolean lastToo = inclusive;
    boolean more = true;
    for (byte[] next = from; more && next != null; next = reached.upper()) {
      KeyLeaf leaf = reached.find(root, next);
      int count = leaf.count();
      int end = to == null ? count : leaf.firstAfter(to, true, count);
      for (int at = leaf.firstAfter(last, lastToo, count); more && at < end; at++) {
        last = leaf.key(at);
        lastToo = false;
        more = visitor.visit(last);
      }
      more &= end == count;
    }
  }

  /**
   * Visits keys in reverse order, with the same guarantee.
   *
   * @param to where to begin, exclusive; null for the end
   * @param from where to end, inclusive
   */
  void descend(byte[] from, byte[] to, KeyVisitor visitor) {
    KeyPlace reached = new KeyPlace();
    byte[] last = to;
    byte[] bound = to;
    boolean more = true;
    do {
      KeyLeaf leaf = reached.findBefore(root, bound);
      int count = leaf.count();
      int end = leaf.firstAfter(from, true, count);
      int at = last == null ? count : leaf.firstAfter(last, true, count);
      while (more && --at >= end) {
        last = leaf.key(at);
        more = visitor.visit(last);
      }
      bound = reached.lower();
      more &= end == 0 && bound != null;
    } while (more);
  }
}
