package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.OffHeap;
import org.thetisdb.store.slab.memory.SpinLock;

/**
 * Where a key stands among the rows of a table, told from the way from the root to its leaf: each
 * child of a node is taken to have rows as it has entries (after Antoshenkov, VLDB 1992, who
 * estimates a range by a descent to the node where its bounds part). Takes no lock. Stateless.
 */
final class TreeRank {
  private static final long BASE = OffHeap.BYTES_OFFSET;

  /** Writers that come between so often are left alone; then the table's whole is the answer. */
  private static final int MOST_TRIES = 100;

  private static final double UNKNOWN = -1;

  private final RowTree tree;
  private final NodeSearch search;

  TreeRank(RowTree tree, NodeSearch search) {
    this.tree = tree;
    this.search = search;
  }

  /**
   * The share of the rows between two keys, from 0 to 1.
   *
   * @param to exclusive; null for the table's end
   */
  double share(byte[] from, byte[] to) {
    double begins = rank(from);
    double ends = to == null ? 1 : rank(to);
    return begins == UNKNOWN || ends == UNKNOWN ? 1 : Math.max(0, ends - begins);
  }

  private double rank(byte[] key) {
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      double rank = tryRank(key);
      if (rank != UNKNOWN) {
        return rank;
      }
      SpinLock.pause(tries);
    }
    return UNKNOWN;
  }

  private static int entries(long node) {
    return TreeNode.count(node) + (TreeNode.isInner(node) ? 1 : 0);
  }

  private double tryRank(byte[] key) {
    long node = tree.root();
    int seen = TreeNode.version(node);
    if ((seen & 1) != 0 || tree.root() != node) {
      return UNKNOWN;
    }
    double rank = 0;
    double width = 1;
    while (TreeNode.isInner(node)) {
      int at = search.upperBound(node, key, BASE, key.length);
      double before = 0;
      double all = 0;
      double own = 0;
      for (int i = 0; i <= TreeNode.count(node); i++) {
        int entries = entries(search.child(node, i));
        before += i < at ? entries : 0;
        own = i == at ? entries : own;
        all += entries;
      }
      long child = search.child(node, at);
      if (!TreeNode.isStable(node, seen)) {
        return UNKNOWN;
      }
      int childSeen = TreeNode.version(child);
      if ((childSeen & 1) != 0 || !TreeNode.isStable(node, seen)) {
        return UNKNOWN;
      }
      rank += width * before / Math.max(1, all);
      width *= own / Math.max(1, all);
      node = child;
      seen = childSeen;
    }
    int entries = Math.max(1, entries(node));
    int at = search.lowerBound(node, key, BASE, key.length);
    return TreeNode.isStable(node, seen) ? rank + width * at / entries : UNKNOWN;
  }
}
