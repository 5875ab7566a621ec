package org.thetisdb.store.slab;

import java.util.List;
import org.thetisdb.core.key.RowKey;

/**
 * Removes rows of a table whatever versions they have, cold ones, too, from the first on. Each goes
 * as a deleted row does that is collected, so readers and writers of other rows feel nothing.
 * Thread-safe.
 */
final class TableRemoval {
  private final RowTable rows;
  private final TableTrees trees;
  private final Collection collection;
  private final ColdRows cold;

  TableRemoval(RowTable rows, TableTrees trees, Collection collection, ColdRows cold) {
    this.rows = rows;
    this.trees = trees;
    this.collection = collection;
    this.cold = cold;
  }

  /** See {@link org.thetisdb.store.RowStore#removeRows}. */
  int remove(int tableId, int most) {
    RowTree tree = trees.find(tableId);
    int removed = 0;
    while (tree != null && removed < most) {
      List<byte[]> keys = tree.firstKeys(most - removed);
      if (keys.isEmpty()) {
        break;
      }
      for (byte[] key : keys) {
        removed += remove(new RowKey(tableId, key)) ? 1 : 0;
      }
    }
    return removed;
  }

  private boolean remove(RowKey key) {
    long slot = rows.lock(key, key.hash());
    if (slot == 0) {
      return false; // somebody else was faster
    }
    long row = rows.row(slot);
    boolean wasCold = rows.isCold(row);
    collection.remove(slot, row);
    if (wasCold) {
      cold.changed();
    }
    return true;
  }
}
