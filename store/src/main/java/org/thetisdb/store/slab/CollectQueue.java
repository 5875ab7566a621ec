package org.thetisdb.store.slab;

import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.OffHeap;
import org.thetisdb.store.slab.memory.SizeClasses;
import org.thetisdb.store.slab.memory.SpinLock;

/**
 * Rows with something to collect once the watermark has passed a version, in the order in which
 * they were written. Three words for each: hash of the key, stamp and position of that version.
 * They stand in cells of the arena that the budget does not count: a few bytes beside each version
 * that it does. Thread-safe.
 *
 * <pre>
 *    0  version:int, see {@link Arena}
 *    8  place of the next cell
 *   16  entries
 * </pre>
 */
final class CollectQueue {
  private static final int NEXT = 8;
  private static final int ENTRIES = 16;
  private static final int ENTRY_BYTES = 24;
  private static final int CELL_BYTES = 4096;
  private static final int ENTRIES_PER_CELL = (CELL_BYTES - ENTRIES) / ENTRY_BYTES;

  private final Arena arena;
  private final MemoryBudget budget;
  private final SpinLock lock = new SpinLock();
  private long first;
  private long last;
  private int taken;
  private int added;
  private volatile long size;

  CollectQueue(Arena arena, MemoryBudget budget) {
    this.arena = arena;
    this.budget = budget;
  }

  /**
   * Adds an entry behind all others.
   *
   * @throws org.thetisdb.core.error.ThetisException with MEMORY_FULL; then nothing has changed
   */
  void add(long hash, long stamp, long position) {
    lock.lock();
    try {
      if (last == 0 || added == ENTRIES_PER_CELL) {
        grow();
      }
      long entry = last + ENTRIES + (long) added++ * ENTRY_BYTES;
      OffHeap.putLong(entry, hash);
      OffHeap.putLong(entry + Long.BYTES, stamp);
      OffHeap.putLong(entry + 2 * Long.BYTES, position);
      // Under the lock; others only look.
      long entries = size;
      size = entries + 1;
    } finally {
      lock.unlock();
    }
  }

  private void grow() {
    long cell = arena.allocate(SizeClasses.of(CELL_BYTES), true);
    if (cell == 0) {
      throw budget.full();
    }
    OffHeap.putLong(cell + NEXT, 0);
    if (last == 0) {
      first = cell;
      taken = 0;
    } else {
      OffHeap.putLong(last + NEXT, arena.place(cell));
    }
    last = cell;
    added = 0;
  }

  /** Number of entries, of some moment not long ago. */
  long size() {
    return size;
  }

  /** One entry taken out. Kept by the caller and used again. */
  static final class Entry {
    long hash;
    long stamp;
    long position;
  }

  /** Takes the first entry out if the watermark sees its version. */
  boolean poll(Snapshot watermark, Entry into) {
    lock.lock();
    try {
      if (size == 0) {
        return false;
      }
      long entry = firstEntry();
      into.hash = OffHeap.getLong(entry);
      into.stamp = OffHeap.getLong(entry + Long.BYTES);
      into.position = OffHeap.getLong(entry + 2 * Long.BYTES);
      if (!watermark.isVisible(into.stamp, into.position)) {
        return false;
      }
      remove();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes out the first entries whose versions the watermark sees.
   *
   * @param hashes where their hashes go, as many as there is room for
   * @return how many there are
   */
  int poll(Snapshot watermark, long[] hashes) {
    int found = 0;
    lock.lock();
    try {
      while (found < hashes.length && size > 0) {
        long entry = firstEntry();
        long stamp = OffHeap.getLong(entry + Long.BYTES);
        long position = OffHeap.getLong(entry + 2 * Long.BYTES);
        if (!watermark.isVisible(stamp, position)) {
          break;
        }
        hashes[found++] = OffHeap.getLong(entry);
        remove();
      }
    } finally {
      lock.unlock();
    }
    return found;
  }

  private long firstEntry() {
    return first + ENTRIES + (long) taken * ENTRY_BYTES;
  }

  private void remove() {
    long entries = size;
    size = entries - 1;
    taken++;
    if (entries == 1) {
      arena.free(first);
      first = 0;
      last = 0;
    } else if (taken == ENTRIES_PER_CELL) {
      long next = arena.address(OffHeap.getLong(first + NEXT));
      arena.free(first);
      first = next;
      taken = 0;
    }
  }
}
