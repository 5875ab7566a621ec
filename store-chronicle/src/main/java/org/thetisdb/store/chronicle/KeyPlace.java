package org.thetisdb.store.chronicle;

/**
 * Finds a leaf of {@link OrderedKeys}, and remembers what separates it from its neighbours. For one
 * walk or one writer; not thread-safe.
 */
final class KeyPlace {
  /** Each level more needs 129 nodes of the level below, so ten are out of any table's reach. */
  private static final int MOST_LEVELS = 10;

  private final InnerKeys[] nodes = new InnerKeys[MOST_LEVELS];
  private final int[] places = new int[MOST_LEVELS];
  private int levels;

  /** The leaf that holds {@code key}, or would. */
  KeyLeaf find(Object root, byte[] key) {
    levels = 0;
    Object node = root;
    while (node instanceof InnerKeys inner) {
      node = enter(inner, inner.placeOf(key));
    }
    return (KeyLeaf) node;
  }

  /** The last leaf that may hold keys below {@code bound}, or the last of all for null. */
  KeyLeaf findBefore(Object root, byte[] bound) {
    levels = 0;
    Object node = root;
    while (node instanceof InnerKeys inner) {
      node = enter(inner, inner.placeBefore(bound));
    }
    return (KeyLeaf) node;
  }

  private Object enter(InnerKeys inner, int at) {
    nodes[levels] = inner;
    places[levels] = at;
    levels++;
    return inner.child(at);
  }

  /** Number of inner nodes above the leaf. */
  int levels() {
    return levels;
  }

  /** The inner node of a level, from the root's 0. */
  InnerKeys node(int level) {
    return nodes[level];
  }

  /** The place that was entered there. */
  int place(int level) {
    return places[level];
  }

  /** Where the next leaf begins; null if the leaf is the last. */
  byte[] upper() {
    for (int level = levels - 1; level >= 0; level--) {
      if (places[level] < nodes[level].count() - 1) {
        return nodes[level].separator(places[level]);
      }
    }
    return null;
  }

  /** Where the leaf begins; null if it is the first. */
  byte[] lower() {
    for (int level = levels - 1; level >= 0; level--) {
      if (places[level] > 0) {
        return nodes[level].separator(places[level] - 1);
      }
    }
    return null;
  }
}
