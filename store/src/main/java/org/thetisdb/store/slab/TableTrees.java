package org.thetisdb.store.slab;

import java.util.Arrays;
import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.SpinLock;

/** The tree of each table; tables come into being with their first row. Thread-safe. */
final class TableTrees {
  /** Table ids are small numbers that the catalog gives out one after the other. */
  static final int MAX_TABLES = 1 << 16;

  private static final RowTree[] NONE = {};

  private final Arena arena;
  private final MemoryBudget budget;
  private final NodeSearch search;
  private final SpinLock creating = new SpinLock();

  /** Replaced, never changed; a table that never had rows has no entry. */
  private volatile RowTree[] byTable = NONE;

  TableTrees(Arena arena, MemoryBudget budget, NodeSearch search) {
    this.arena = arena;
    this.budget = budget;
    this.search = search;
  }

  /** A table's tree, or null if it never had a row. */
  RowTree find(int tableId) {
    RowTree[] known = byTable;
    return tableId >= 0 && tableId < known.length ? known[tableId] : null;
  }

  /** A table's tree. */
  RowTree findOrCreate(int tableId) {
    RowTree tree = find(tableId);
    return tree != null ? tree : create(tableId);
  }

  private RowTree create(int tableId) {
    if (tableId < 0 || tableId >= MAX_TABLES) {
      throw new IllegalArgumentException("table id " + tableId + " is not below " + MAX_TABLES);
    }
    creating.lock();
    try {
      RowTree[] known = byTable;
      if (tableId < known.length && known[tableId] != null) {
        return known[tableId];
      }
      RowTree[] more = Arrays.copyOf(known, Math.max(known.length, tableId + 1));
      more[tableId] = new RowTree(arena, budget, search);
      byTable = more;
      return more[tableId];
    } finally {
      creating.unlock();
    }
  }

  /** Ids below this may have rows. */
  int tableBound() {
    return byTable.length;
  }

  long rows(int tableId) {
    RowTree tree = find(tableId);
    return tree == null ? 0 : tree.rows();
  }
}
