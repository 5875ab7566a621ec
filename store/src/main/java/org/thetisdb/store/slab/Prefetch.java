package org.thetisdb.store.slab;

import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * Loads what leads to rows, and their heads, before somebody needs one after the other. A load of a
 * slot, of a row or of an older version is often a miss of the processor's caches; those that hang
 * on nothing of each other wait for memory side by side. Changes nothing, and says nothing of what
 * it finds. Thread-safe.
 */
final class Prefetch {
  /** No sum is likely to be this. */
  private static final long UNLIKELY = 0x5bd1_e995_9e37_79b9L;

  private final Arena arena;
  private final PointIndex index;

  /** Keeps the compiler from leaving loads out whose results nobody needs. */
  @SuppressWarnings("UnusedVariable")
  private long loaded;

  Prefetch(Arena arena, PointIndex index) {
    this.arena = arena;
    this.index = index;
  }

  /**
   * Fetches rows, whether they are there or not. Rows of the overflow are left where they are.
   *
   * @param hashes of their keys; the first {@code count} count, and are changed
   */
  void fetch(long[] hashes, int count) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += OffHeap.getLong(PointIndex.slot(index.segment(hashes[i]), hashes[i], 0));
    }
    for (int i = 0; i < count; i++) {
      long row = row(hashes[i]);
      hashes[i] = row;
      sum += row == 0 ? 0 : RowCell.identity(row);
    }
    for (int i = 0; i < count; i++) {
      sum += hashes[i] == 0 ? 0 : older(hashes[i]);
    }
    use(sum);
  }

  private void use(long sum) {
    if (sum == UNLIKELY) {
      loaded = sum; // not each time: threads would take the field's cache line from each other
    }
  }

  /** Where a row stands, as far as its hash says; 0 if it is not in memory. */
  private long row(long hash) {
    long segment = index.segment(hash);
    int at = PointIndex.next(segment, hash, 0);
    if (at < 0) {
      return 0;
    }
    long slot = OffHeap.getLongVolatile(PointIndex.slot(segment, hash, at));
    long row = arena.address(PointIndex.place(slot));
    return arena.isCold(row) ? 0 : row;
  }

  /** Something of a row's older version; a writer of the row may just have put it elsewhere. */
  private long older(long row) {
    long older = arena.address(RowCell.older(row));
    return arena.isCold(older) ? 0 : RowCell.stamp(older);
  }
}
