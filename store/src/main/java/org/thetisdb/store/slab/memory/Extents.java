package org.thetisdb.store.slab.memory;

/**
 * Images too long to stand beside their key: in a chain of cells.
 *
 * <pre>
 *    0  version:int, see {@link Arena}
 *    8  place of the next cell, 0 if there is none
 *   16  bytes of the image
 * </pre>
 *
 * <p>Thread-safe as its parts are; the cells themselves are guarded as the row is that they belong
 * to.
 */
public final class Extents {
  private static final int NEXT = 8;
  private static final int BYTES = 16;

  /** What one cell holds at most. */
  private static final int PIECE_BYTES = SizeClasses.MAX_CELL_BYTES - BYTES;

  private final Arena arena;
  private final Cells cells;

  public Extents(Arena arena, Cells cells) {
    this.arena = arena;
    this.cells = cells;
  }

  /**
   * Copies an image into cells.
   *
   * @return the place of the first one
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL; then nothing was taken
   */
  public long store(byte[] image, int offset, int length) {
    long first = 0;
    try {
      // From the end, so that each cell can name the next.
      for (int end = length; end > 0; ) {
        int piece = (end - 1) % PIECE_BYTES + 1;
        long cell = cells.take(BYTES + piece);
        OffHeap.putLong(cell + NEXT, first);
        OffHeap.copy(
            image, OffHeap.BYTES_OFFSET + (long) offset + end - piece, null, cell + BYTES, piece);
        first = arena.place(cell);
        end -= piece;
      }
      return first;
    } catch (RuntimeException full) {
      free(first);
      throw full;
    }
  }

  /** Copies an image out; the caller checks afterwards that it was one. */
  public void read(long place, byte[] into, int length) {
    long next = place;
    for (int done = 0; done < length && next != 0; ) {
      long cell = arena.address(next);
      int piece = Math.min(length - done, PIECE_BYTES);
      OffHeap.copy(null, cell + BYTES, into, OffHeap.BYTES_OFFSET + (long) done, piece);
      next = OffHeap.getLong(cell + NEXT) & Arena.PLACE_MASK;
      done += piece;
    }
  }

  /**
   * Copies an image to other cells.
   *
   * @param cold whether to those of the overflow
   * @return the place of the first one; 0 if there is no room, and then nothing was taken
   */
  public long copy(long place, boolean cold) {
    long first = 0;
    long last = 0;
    for (long next = place; next != 0; ) {
      long cell = arena.address(next);
      int bytes = arena.cellBytes(cell);
      long copied = cells.tryTake(bytes, cold);
      if (copied == 0) {
        free(first);
        return 0;
      }
      OffHeap.copy(cell + NEXT, copied + NEXT, bytes - NEXT);
      OffHeap.putLong(copied + NEXT, 0);
      if (last == 0) {
        first = arena.place(copied);
      } else {
        OffHeap.putLong(last + NEXT, arena.place(copied));
      }
      last = copied;
      next = OffHeap.getLong(cell + NEXT);
    }
    return first;
  }

  /** Gives the cells back. */
  public void free(long place) {
    long next = place;
    while (next != 0) {
      long cell = arena.address(next);
      next = OffHeap.getLong(cell + NEXT);
      cells.give(cell);
    }
  }
}
