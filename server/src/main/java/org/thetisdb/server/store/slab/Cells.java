package org.thetisdb.server.store.slab;

import org.thetisdb.server.store.MemoryBudget;

/** Cells that the budget knows of. Thread-safe. */
final class Cells {
  /** A smaller cell is not given up for an even smaller one. */
  private static final int SHRINKABLE_BYTES = 1024;

  private final Arena arena;
  private final MemoryBudget budget;

  Cells(Arena arena, MemoryBudget budget) {
    this.arena = arena;
    this.budget = budget;
  }

  /**
   * Takes a cell of at least {@code bytes}.
   *
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL; then nothing was taken
   */
  long take(int bytes) {
    return take(bytes, 0);
  }

  /** The same, with {@code more} bytes elsewhere that the cell brings with it. */
  long take(int bytes, int more) {
    int sizeClass = SizeClasses.of(bytes);
    int taken = SizeClasses.bytes(sizeClass) + more;
    budget.take(taken);
    long cell = arena.allocate(sizeClass, false);
    if (cell == 0) {
      budget.free(taken);
      throw budget.full();
    }
    return cell;
  }

  /** Gives a cell back. */
  void give(long cell) {
    give(cell, 0);
  }

  /** The same, with {@code more} bytes elsewhere. */
  void give(long cell, int more) {
    int bytes = arena.cellBytes(cell) + more;
    arena.free(cell);
    budget.free(bytes);
  }

  /** Whether the image at hand fits a row's cell well enough to stay there. */
  boolean fits(long row, int needed) {
    int cell = arena.cellBytes(row);
    return needed <= cell && (cell <= SHRINKABLE_BYTES || needed > cell / 4);
  }
}
