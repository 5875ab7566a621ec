package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.OffHeap;

/** Keeps prefixes and words of nodes as their keys are. For the writer of a tree. */
final class NodeKeys {
  private final NodeSearch search;

  NodeKeys(NodeSearch search) {
    this.search = search;
  }

  /** Lets the prefix of a leaf be one of this key, too, which will be added. */
  void admit(long leaf, long key, int length) {
    int count = TreeNode.count(leaf);
    if (count == 0) {
      setPrefix(leaf, key, Math.max(0, length - Long.BYTES));
      return;
    }
    int prefix = TreeNode.prefixLength(leaf);
    int common =
        Keys.commonPrefix(null, TreeNode.prefix(leaf), null, key, Math.min(prefix, length));
    if (common < prefix) {
      TreeNode.prefixLength(leaf, common);
      fillWords(leaf);
    }
  }

  private static void setPrefix(long node, long key, int length) {
    int bounded = Math.min(length, TreeNode.MAX_PREFIX);
    TreeNode.prefixLength(node, bounded);
    OffHeap.copy(key, TreeNode.prefix(node), bounded);
  }

  private void fillWords(long node) {
    boolean inner = TreeNode.isInner(node);
    int prefix = TreeNode.prefixLength(node);
    for (int i = TreeNode.count(node) - 1; i >= 0; i--) {
      long cell = search.cell(node, i);
      long key = TreeNode.key(cell, inner);
      int length = TreeNode.keyLength(cell, inner);
      TreeNode.word(node, i, Keys.word(null, key, length, prefix));
    }
  }

  /**
   * Makes the prefix as long as it can be. Words of a leaf stay as they are if it is that long: the
   * keys themselves may be on disk.
   */
  void compact(long node) {
    int count = TreeNode.count(node);
    if (count == 0) {
      return;
    }
    boolean inner = TreeNode.isInner(node);
    long first = search.cell(node, 0);
    long last = search.cell(node, count - 1);
    int shorter = Math.min(TreeNode.keyLength(first, inner), TreeNode.keyLength(last, inner));
    long key = TreeNode.key(first, inner);
    int common = Keys.commonPrefix(null, key, null, TreeNode.key(last, inner), shorter);
    if (inner || Math.min(common, TreeNode.MAX_PREFIX) != TreeNode.prefixLength(node)) {
      setPrefix(node, key, common);
      fillWords(node);
    }
  }
}
