package org.thetisdb.store.slab;

import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Cells;
import org.thetisdb.store.slab.memory.SizeClasses;
import org.thetisdb.store.slab.memory.Slabs;
import org.thetisdb.store.slab.memory.SpinLock;

/**
 * Moves rows that nobody touches out of memory, a few with each install while memory is shorter
 * than it should be, and as many as it takes when somebody asks for more than there is. Rows are
 * looked at in the order in which they stand, so that slabs become empty as a whole, and one that
 * was touched since the last round stays for another one (the clock algorithm).
 *
 * <p>What stands at an address is not known: a row, a node, a cell of nobody. So a cell counts as a
 * row only if the point index leads to it. Thread-safe; one thread at a time looks.
 */
final class Evictor implements Cells.Relief {
  private static final int ROWS_PER_STEP = 8;
  private static final int CELLS_PER_STEP = 256;

  /** Cells that one question for more memory looks at: some milliseconds. */
  private static final int CELLS_PER_RELIEF = 1 << 20;

  /** Moves that fail before a question for memory is given up. */
  private static final int FAILURES_PER_RELIEF = 64;

  /** Steps that are left out when the overflow was full. */
  private static final int STEPS_PASSED = 256;

  /** Slabs that stay free for indexes, beside those that a transaction may ask for. */
  private static final int SPARE_FRACTION = 32;

  /** Touches are noted when memory is three quarters as full as it may be. */
  private static final int WATCHED_NUMERATOR = 3;

  private static final int WATCHED_DENOMINATOR = 4;

  private final Arena arena;
  private final Slabs slabs;
  private final MemoryBudget budget;
  private final PointIndex index;
  private final ColdRows cold;
  private final Recency recency;
  private final long hotBytes;
  private final long watchedBytes;
  private final long limitBytes;
  private final long spareSlabBytes;
  private final SpinLock looking = new SpinLock();

  /** Where the next look goes: a slab, the cells it had when the hand came, how far it is. */
  private int slab = 1;

  private int cellBytes;
  private int endBytes = -1;
  private int atBytes;
  private int failures;
  private int stepsToPass;

  /**
   * Nothing was moved.
   *
   * @param hotBytes what memory may hold before rows go
   */
  Evictor(
      Arena arena,
      MemoryBudget budget,
      PointIndex index,
      ColdRows cold,
      Recency recency,
      long hotBytes) {
    this.arena = arena;
    this.slabs = arena.hotSlabs();
    this.budget = budget;
    this.index = index;
    this.cold = cold;
    this.recency = recency;
    this.hotBytes = hotBytes;
    watchedBytes = hotBytes / WATCHED_DENOMINATOR * WATCHED_NUMERATOR;
    limitBytes = budget.limitBytes();
    spareSlabBytes = budget.headroomBytes() + Cells.ROOM_FOR_SIZES + limitBytes / SPARE_FRACTION;
  }

  /**
   * For a writer that has just installed or brought a row in, and holds none: a bounded step, if
   * any.
   */
  void settle() {
    if (budget.usedBytes() >= watchedBytes || arena.freeBytes() < spareSlabBytes) {
      step();
    }
  }

  private void step() {
    recency.watch();
    boolean slabsAreShort = arena.freeBytes() < spareSlabBytes;
    if ((budget.usedBytes() <= hotBytes && !slabsAreShort) || !looking.tryLock()) {
      return;
    }
    try {
      if (stepsToPass > 0) {
        stepsToPass--;
        return;
      }
      failures = 0;
      int moved = 0;
      for (int cells = 0; cells < CELLS_PER_STEP && moved < ROWS_PER_STEP; cells++) {
        moved += look(slabsAreShort) ? 1 : 0;
        if (failures > 0) {
          stepsToPass = STEPS_PASSED;
          return;
        }
        if (moved > 0 && budget.usedBytes() <= hotBytes && !slabsAreShort) {
          return;
        }
      }
    } finally {
      looking.unlock();
    }
  }

  @Override
  public void relieve(long bytes, long leftBytes, long slabBytes) {
    if (bytes > limitBytes - leftBytes) {
      return;
    }
    recency.watch();
    looking.lock();
    try {
      failures = 0;
      for (int cells = 0; cells < CELLS_PER_RELIEF && failures < FAILURES_PER_RELIEF; cells++) {
        if (budget.usedBytes() <= limitBytes - leftBytes - bytes
            && arena.freeBytes() >= slabBytes) {
          return;
        }
        look(true);
      }
    } finally {
      looking.unlock();
    }
  }

  /** Looks at the next cell; returns whether it was a row that went. */
  private boolean look(boolean touchedToo) {
    if (atBytes + cellBytes > endBytes) {
      nextSlab();
      return false;
    }
    long cell = slabs.address(slab) + atBytes;
    atBytes += cellBytes;
    return evict(cell, touchedToo);
  }

  private void nextSlab() {
    slab = slab + 1 < slabs.slabBound() ? slab + 1 : 1;
    cellBytes = slabs.cellBytesOf(slab);
    atBytes = 0;
    endBytes = cellBytes > SizeClasses.MAX_CELL_BYTES ? 0 : slabs.carvedBytesOf(slab);
  }

  private boolean evict(long row, boolean touchedToo) {
    long identity = RowCell.identity(row);
    int keyLength = RowCell.keyLength(row);
    if ((RowCell.version(row) & 1) != 0
        || !RowCell.isRow(identity)
        || RowCell.cellBytes(keyLength, 0) > cellBytes
        || !ColdRows.mayLeave(row)
        || (recency.takeTouch(row) && !touchedToo)) {
      return false;
    }
    long hash = CellKeys.hash(RowCell.tableId(row), RowCell.key(row), keyLength);
    long slot = index.tryHold(hash, arena.place(row));
    if (slot == 0) {
      return false;
    }
    try {
      if (!ColdRows.mayLeave(row)) {
        return false;
      }
      boolean moved = cold.moveOut(slot, row);
      failures += moved ? 0 : 1;
      return moved;
    } finally {
      PointIndex.unlock(slot);
    }
  }
}
