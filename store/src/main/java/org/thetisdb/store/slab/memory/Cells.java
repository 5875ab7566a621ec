package org.thetisdb.store.slab.memory;

import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.store.MemoryBudget;

/**
 * Cells that the budget knows of. Thread-safe.
 *
 * <p>The budget counts cells, but slabs of a size that is in use no more, with a few cells left in
 * each, serve no other size. So memory is full, too, when slabs run out; that is reported before
 * anything is written, as a full budget is, and ends when the cells that are left go.
 *
 * <p>Cells of the overflow are counted apart.
 */
public final class Cells {
  /** A slab for each size, since any of them may have no cell left just now. */
  public static final long ROOM_FOR_SIZES = (long) SizeClasses.COUNT * SizeClasses.SLAB_BYTES;

  /** A smaller cell is not given up for an even smaller one. */
  private static final int SHRINKABLE_BYTES = 1024;

  private final Arena arena;
  private final MemoryBudget budget;
  private final long headroomBytes;
  private final AtomicLong coldBytes = new AtomicLong();
  private Relief relief = (bytes, leftBytes, slabBytes) -> {};

  /** What makes room where there is none. The caller may hold a row, but nothing else. */
  public interface Relief {
    /**
     * Frees memory until {@code bytes} more leave {@code leftBytes} of the limit, and slabs of
     * {@code slabBytes} are free, or as much as it can.
     */
    void relieve(long bytes, long leftBytes, long slabBytes);
  }

  /**
   * No cells.
   *
   * @param headroomBytes what {@link #check} does not give away
   */
  public Cells(Arena arena, MemoryBudget budget, long headroomBytes) {
    this.arena = arena;
    this.budget = budget;
    this.headroomBytes = headroomBytes;
  }

  /** From now on somebody helps where there is no room; called before cells are shared. */
  public void relievedBy(Relief who) {
    relief = who;
  }

  /** Refuses with MEMORY_FULL when {@code bytes} more would touch the headroom; takes nothing. */
  public void check(long bytes) {
    if (bytes >= 0 && !hasRoomFor(bytes)) {
      relief.relieve(bytes, headroomBytes, slabBytes(bytes, headroomBytes));
    }
    budget.check(bytes);
    checkSlabs(bytes, headroomBytes);
  }

  /** The same for what frees memory later: it may touch half of the headroom. */
  public void checkForDeletes(long bytes) {
    long left = headroomBytes / 2;
    if (!budget.hasRoomForDeletes(bytes) || arena.freeBytes() < slabBytes(bytes, left)) {
      relief.relieve(bytes, left, slabBytes(bytes, left));
    }
    budget.checkForDeletes(bytes);
    checkSlabs(bytes, left);
  }

  /** Whether {@code bytes} more leave the headroom untouched. */
  public boolean hasRoomFor(long bytes) {
    return budget.hasRoomFor(bytes) && arena.freeBytes() >= slabBytes(bytes, headroomBytes);
  }

  private void checkSlabs(long bytes, long left) {
    if (arena.freeBytes() < slabBytes(bytes, left)) {
      throw budget.full();
    }
  }

  private static long slabBytes(long bytes, long left) {
    return bytes + left + ROOM_FOR_SIZES;
  }

  /** Whether the headroom is in use, so that versions nobody needs should go at once. */
  public boolean isShort() {
    return budget.isShort() || arena.freeBytes() < headroomBytes + ROOM_FOR_SIZES;
  }

  /**
   * Takes a cell of at least {@code bytes}.
   *
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL; then nothing was taken
   */
  public long take(int bytes) {
    return take(bytes, 0);
  }

  /** The same, with {@code more} bytes elsewhere that the cell brings with it. */
  public long take(int bytes, int more) {
    int sizeClass = SizeClasses.of(bytes);
    int taken = SizeClasses.bytes(sizeClass) + more;
    long cell = takeHot(sizeClass, taken);
    if (cell == 0) {
      relief.relieve(taken, 0, SizeClasses.SLAB_BYTES);
      cell = takeHot(sizeClass, taken);
    }
    if (cell == 0) {
      throw budget.full();
    }
    return cell;
  }

  private long takeHot(int sizeClass, int taken) {
    if (!budget.tryTake(taken)) {
      return 0;
    }
    long cell = arena.allocate(sizeClass, false);
    if (cell == 0) {
      budget.free(taken);
    }
    return cell;
  }

  /** Takes a cell, of the overflow or of the memory; 0 if there is none, and nobody is asked. */
  public long tryTake(int bytes, boolean cold) {
    int sizeClass = SizeClasses.of(bytes);
    int taken = SizeClasses.bytes(sizeClass);
    if (!cold) {
      return takeHot(sizeClass, taken);
    }
    long cell = arena.allocateCold(sizeClass);
    if (cell != 0) {
      coldBytes.addAndGet(taken);
    }
    return cell;
  }

  /** Gives a cell back. */
  public void give(long cell) {
    give(cell, 0);
  }

  /** The same, with {@code more} bytes elsewhere, which are always in memory. */
  public void give(long cell, int more) {
    int bytes = arena.cellBytes(cell);
    arena.free(cell);
    if (arena.isCold(cell)) {
      coldBytes.addAndGet(-bytes);
      budget.free(more);
    } else {
      budget.free((long) bytes + more);
    }
  }

  /** What cells of the overflow take. */
  public long coldBytes() {
    return coldBytes.get();
  }

  /** Whether a cell of {@code bytes} is a smaller one than a cell of {@code others}. */
  public static boolean isSmaller(int bytes, int others) {
    return SizeClasses.of(bytes) < SizeClasses.of(others);
  }

  /**
   * Whether the image at hand fits a row's cell well enough to stay there. A cell of the overflow
   * is never changed: a writer of a row wants it in memory.
   */
  public boolean fits(long row, int needed) {
    int cell = arena.cellBytes(row);
    return needed <= cell && (cell <= SHRINKABLE_BYTES || needed > cell / 4) && !arena.isCold(row);
  }
}
