package org.thetisdb.store.slab;

import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.OffHeap;
import org.thetisdb.store.slab.memory.SpinLock;

/** Finds rows by key: to copy a version out, or to hold them for a change. Thread-safe. */
final class RowTable {
  private final Arena arena;
  private final PointIndex index;
  private final CellReader reader;

  /** Notified of what is read; null where that makes no difference. */
  private final Touches touches;

  RowTable(Arena arena, PointIndex index, CellReader reader, Touches touches) {
    this.arena = arena;
    this.index = index;
    this.reader = reader;
    this.touches = touches;
  }

  /** The same rows; nothing is notified of what is read there. */
  RowTable inPassing() {
    return new RowTable(arena, index, reader, null);
  }

  static long identity(RowKey key, long hash) {
    return RowCell.identity(RowCell.ROW, key.tableId(), key.bytes().length, hash);
  }

  /** The row to which a slot leads that the caller holds. */
  long row(long slot) {
    return arena.address(PointIndex.place(OffHeap.getLong(slot)));
  }

  /**
   * Copies a version of a row out.
   *
   * @param snapshot what to see; null for the newest version, a delete too
   * @return whether there is one
   */
  boolean read(RowKey key, long hash, Snapshot snapshot, RowVersion into) {
    long identity = identity(key, hash);
    for (int spins = 0; ; spins++) {
      long segment = index.segment(hash);
      int result = readIn(segment, key.bytes(), hash, identity, snapshot, into);
      if (result == CellReader.FOUND || result == CellReader.ABSENT) {
        return result == CellReader.FOUND;
      }
      if (result == CellReader.OTHER && index.isCurrent(segment, hash)) {
        return false;
      }
      SpinLock.pause(spins);
    }
  }

  private int readIn(
      long segment, byte[] key, long hash, long identity, Snapshot snapshot, RowVersion into) {
    int at = PointIndex.next(segment, hash, 0);
    while (at >= 0) {
      long slot = PointIndex.slot(segment, hash, at);
      long value = OffHeap.getLongVolatile(slot) & ~PointIndex.LOCKED;
      long row = arena.address(PointIndex.place(value));
      int result = reader.read(row, identity, key, slot, ~PointIndex.LOCKED, value, snapshot, into);
      if (result != CellReader.OTHER) {
        if (touches != null && result == CellReader.FOUND) {
          touches.touched(row, hash);
        }
        return result;
      }
      at = PointIndex.next(segment, hash, at + 1);
    }
    return CellReader.OTHER;
  }

  /**
   * Holds a row.
   *
   * @return the address of its slot, for {@link PointIndex#unlock}; 0 if there is no such row
   */
  long lock(RowKey key, long hash) {
    long identity = identity(key, hash);
    while (true) {
      long segment = index.segment(hash);
      int at = PointIndex.next(segment, hash, 0);
      while (at >= 0) {
        long slot = lockSlot(segment, hash, at);
        if (slot != 0) {
          long row = row(slot);
          if (RowCell.identity(row) == identity && RowCell.hasKey(row, key.bytes())) {
            return slot;
          }
          PointIndex.unlock(slot);
        }
        at = PointIndex.next(segment, hash, at + 1);
      }
      if (index.isCurrent(segment, hash)) {
        return 0;
      }
    }
  }

  /**
   * Holds whatever row stands in one of a hash's slots, if it has the hash's tag.
   *
   * @return the address of the slot, or 0
   */
  static long lockSlot(long segment, long hash, int at) {
    long slot = PointIndex.slot(segment, hash, at);
    for (int spins = 0; PointIndex.hasTag(slot, hash, at); spins++) {
      long value = OffHeap.getLongVolatile(slot);
      if (PointIndex.isFree(value) && PointIndex.tryLock(slot, value)) {
        return slot;
      }
      SpinLock.pause(spins);
    }
    return 0;
  }

  /** Whether a row's cell is in the overflow. */
  boolean isCold(long row) {
    return arena.isCold(row);
  }

  /** The segment in which rows of this hash are now. */
  long segment(long hash) {
    return index.segment(hash);
  }

  /** Whether it still is. */
  boolean isCurrent(long segment, long hash) {
    return index.isCurrent(segment, hash);
  }
}
