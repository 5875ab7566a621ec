package org.thetisdb.store.slab;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Cells;
import org.thetisdb.store.slab.memory.Extents;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * Rows whose cell is in the overflow, and their way there and back. Such a row has one version, and
 * no delete: a writer that changes it puts the new version into memory, see {@link Installer}. Its
 * places in the indexes stay in memory and lead to it. Thread-safe; the caller holds the row's
 * slot.
 */
final class ColdRows {
  private final Arena arena;
  private final Cells cells;
  private final Extents extents;
  private final Versions versions;
  private final TableTrees trees;
  private final AtomicLong rows = new AtomicLong();

  ColdRows(Arena arena, Cells cells, Extents extents, Versions versions, TableTrees trees) {
    this.arena = arena;
    this.cells = cells;
    this.extents = extents;
    this.versions = versions;
    this.trees = trees;
  }

  /** Number of rows in the overflow. */
  long rows() {
    return rows.get();
  }

  /** Notes that a row has left the overflow because it was changed. */
  void changed() {
    rows.decrementAndGet();
  }

  /**
   * Whether a row may go: not while somebody needs an older version of it, which stands behind it,
   * and not if it is deleted, since then it goes for good soon.
   */
  static boolean mayLeave(long row) {
    return RowCell.versions(row) == 1 && !RowCell.isDeleted(row);
  }

  /** Moves a row out of memory; false if the overflow has no room. */
  boolean moveOut(long slot, long row) {
    if (!move(slot, row, true)) {
      return false;
    }
    rows.incrementAndGet();
    return true;
  }

  /** Moves a row into memory; false if there is no room. */
  boolean moveIn(long slot, long row) {
    if (!move(slot, row, false)) {
      return false;
    }
    rows.decrementAndGet();
    return true;
  }

  private boolean move(long slot, long row, boolean cold) {
    boolean isOutside = RowCell.isOutside(row);
    int inline = isOutside ? Long.BYTES : RowCell.length(row);
    int bytes = RowCell.cellBytes(RowCell.keyLength(row), inline);
    long moved = cells.tryTake(bytes, cold);
    if (moved == 0) {
      return false;
    }
    long outside = isOutside ? extents.copy(Versions.outside(row), cold) : 0;
    if (isOutside && outside == 0) {
      cells.give(moved);
      return false;
    }
    RowCell.copy(row, moved, bytes);
    if (isOutside) {
      OffHeap.putLong(RowCell.image(moved), outside);
    }
    RowTree tree = trees.find(RowCell.tableId(row));
    // A thread that comes to the old cell waits until all ways lead to the new one.
    RowCell.beginChange(row);
    tree.replace(row, moved);
    PointIndex.lead(slot, arena.place(moved));
    versions.freeFrom(arena.place(row));
    return true;
  }
}
