package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * Finds keys in nodes of a tree. Safe beside a writer: it ends and touches no memory outside of the
 * arena, and its answer counts if the node's version then is what it was before. Thread-safe.
 */
final class NodeSearch {
  private final Arena arena;

  NodeSearch(Arena arena) {
    this.arena = arena;
  }

  /** The place of the first entry that is not less than the key; the count if all are less. */
  int lowerBound(long node, Object key, long at, int length) {
    return search(node, key, at, length, false);
  }

  /** The place of the first entry that is greater than the key. */
  int upperBound(long node, Object key, long at, int length) {
    return search(node, key, at, length, true);
  }

  private int search(long node, Object key, long at, int length, boolean behindEqual) {
    int count = TreeNode.count(node);
    int prefix = TreeNode.prefixLength(node);
    if (prefix > 0) {
      long nodePrefix = TreeNode.prefix(node);
      int same = Keys.commonPrefix(key, at, null, nodePrefix, Math.min(prefix, length));
      if (same < prefix) {
        boolean isLess =
            same == length
                || (OffHeap.getByte(key, at + same) & 0xff)
                    < (OffHeap.getByte(nodePrefix + same) & 0xff);
        return isLess ? 0 : count;
      }
    }
    long word = Keys.word(key, at, length, prefix);
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = Long.compareUnsigned(TreeNode.word(node, middle), word);
      if (order == 0) {
        order = compareKey(node, middle, key, at, length);
      }
      if (order < 0 || (order == 0 && behindEqual)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The order of an entry's key beside one that stands in memory, by all their bytes. */
  int compare(long node, int entry, long key, int length) {
    return compareKey(node, entry, null, key, length);
  }

  private int compareKey(long node, int entry, Object key, long at, int length) {
    long cell = cell(node, entry);
    boolean inner = TreeNode.isInner(node);
    return Keys.compare(
        null, TreeNode.key(cell, inner), TreeNode.keyLength(cell, inner), key, at, length);
  }

  /** The cell that holds the key of an entry. */
  long cell(long node, int entry) {
    return arena.address(TreeNode.reference(node, entry) & Arena.PLACE_MASK);
  }

  /** The node of a child. */
  long child(long node, int entry) {
    return arena.address(TreeNode.child(node, entry) & Arena.PLACE_MASK);
  }
}
