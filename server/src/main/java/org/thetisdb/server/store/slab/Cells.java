package org.thetisdb.server.store.slab;

import org.thetisdb.server.store.MemoryBudget;

/**
 * Cells that the budget knows of. Thread-safe.
 *
 * <p>The budget counts cells, but slabs of a size that is in use no more, with a few cells left in
 * each, serve no other size. So memory is full, too, when slabs run out; that is told before
 * anything is written, as a full budget is, and ends when the cells that are left go.
 */
final class Cells {
  /** A slab for each size, since any of them may have no cell left just now. */
  static final long ROOM_FOR_SIZES = (long) SizeClasses.COUNT * SizeClasses.SLAB_BYTES;

  /** A smaller cell is not given up for an even smaller one. */
  private static final int SHRINKABLE_BYTES = 1024;

  private final Arena arena;
  private final MemoryBudget budget;
  private final long headroomBytes;

  /**
   * No cells.
   *
   * @param headroomBytes what {@link #check} does not give away
   */
  Cells(Arena arena, MemoryBudget budget, long headroomBytes) {
    this.arena = arena;
    this.budget = budget;
    this.headroomBytes = headroomBytes;
  }

  /** Refuses with MEMORY_FULL when {@code bytes} more would touch the headroom; takes nothing. */
  void check(long bytes) {
    budget.check(bytes);
    checkSlabs(bytes, headroomBytes);
  }

  /** The same for what frees memory later: it may touch half of the headroom. */
  void checkForDeletes(long bytes) {
    budget.checkForDeletes(bytes);
    checkSlabs(bytes, headroomBytes / 2);
  }

  private void checkSlabs(long bytes, long left) {
    if (bytes > arena.freeBytes() - left - ROOM_FOR_SIZES) {
      throw budget.full();
    }
  }

  /** Whether the headroom is in use, so that versions nobody needs should go at once. */
  boolean isShort() {
    return budget.isShort() || arena.freeBytes() < headroomBytes + ROOM_FOR_SIZES;
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

  /** Whether a cell of {@code bytes} is a smaller one than a cell of {@code others}. */
  static boolean isSmaller(int bytes, int others) {
    return SizeClasses.of(bytes) < SizeClasses.of(others);
  }

  /** Whether the image at hand fits a row's cell well enough to stay there. */
  boolean fits(long row, int needed) {
    int cell = arena.cellBytes(row);
    return needed <= cell && (cell <= SHRINKABLE_BYTES || needed > cell / 4);
  }
}
