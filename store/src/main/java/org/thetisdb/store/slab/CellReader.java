package org.thetisdb.store.slab;

import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Extents;
import org.thetisdb.store.slab.memory.OffHeap;
import org.thetisdb.store.slab.memory.SpinLock;

/**
 * Copies versions of rows out, without a lock: a sequence lock over the row's cell, and a guard
 * besides. The guard is the word that led to the cell, a slot or the version of a leaf. As long as
 * it stands, the cell is that row's; whatever was read from a cell that had become another's is
 * thrown away. Thread-safe.
 */
final class CellReader {
  /** The row is there, and was copied. */
  static final int FOUND = 1;

  /** The row has no version that is seen, or a delete. */
  static final int ABSENT = 2;

  /** The cell holds a row of another key. */
  static final int OTHER = 3;

  /** The cell changed meanwhile: look it up again. */
  static final int CHANGED = 4;

  private final Arena arena;
  private final Extents extents;

  CellReader(Arena arena, Extents extents) {
    this.arena = arena;
    this.extents = extents;
  }

  /**
   * Reads the row at an address if it has this key.
   *
   * @param snapshot what to see; null for the newest version, a delete too
   */
  int read(
      long row,
      long identity,
      byte[] key,
      long guard,
      long guardMask,
      long guarded,
      Snapshot snapshot,
      RowVersion into) {
    int version = RowCell.version(row);
    if ((version & 1) != 0) {
      return CHANGED;
    }
    if (RowCell.identity(row) != identity || !RowCell.hasKey(row, key)) {
      return isStable(row, version, guard, guardMask, guarded) ? OTHER : CHANGED;
    }
    return read(row, version, guard, guardMask, guarded, snapshot, into);
  }

  /** Reads the row at an address, whatever its key. */
  int read(long row, long guard, long guardMask, long guarded, Snapshot snapshot, RowVersion into) {
    int version = RowCell.version(row);
    return (version & 1) != 0
        ? CHANGED
        : read(row, version, guard, guardMask, guarded, snapshot, into);
  }

  private int read(
      long row,
      int version,
      long guard,
      long guardMask,
      long guarded,
      Snapshot snapshot,
      RowVersion into) {
    int flags = RowCell.flags(row);
    long stamp = RowCell.stamp(row);
    long position = RowCell.position(row);
    int length = RowCell.length(row);
    long older = RowCell.older(row);
    long identity = RowCell.identity(row);
    // Nobody may be shown, nor asked about, what is half a version.
    if (!isStable(row, version, guard, guardMask, guarded)) {
      return CHANGED;
    }
    if (snapshot != null && !snapshot.isVisible(stamp, position)) {
      return readOlder(older, identity, flags & RowCell.MAX_VERSIONS, snapshot, into);
    }
    copy(row, flags, stamp, position, length, into);
    if (!isStable(row, version, guard, guardMask, guarded)) {
      return CHANGED;
    }
    return snapshot != null && (flags & RowCell.DELETED) != 0 ? ABSENT : FOUND;
  }

  private static boolean isStable(long row, int version, long guard, long guardMask, long guarded) {
    OffHeap.loadFence();
    return OffHeap.getInt(row) == version && (OffHeap.getLong(guard) & guardMask) == guarded;
  }

  private void copy(long row, int flags, long stamp, long position, int length, RowVersion into) {
    boolean deleted = (flags & RowCell.DELETED) != 0;
    byte[] bytes = into.prepare(stamp, position, deleted, length);
    long image = RowCell.image(row);
    if ((flags & RowCell.OUTSIDE) != 0) {
      extents.read(OffHeap.getLong(image) & Arena.PLACE_MASK, bytes, length);
    } else if (length > 0) {
      OffHeap.copy(null, image, bytes, OffHeap.BYTES_OFFSET, length);
    }
  }

  /**
   * Looks for a version behind the newest. What a snapshot in use sees is not dropped, nor what
   * stands before it, so these cells stand still; a snapshot that the watermark has passed may come
   * upon one that was dropped, and then finds nothing.
   */
  private int readOlder(
      long first, long identity, int versions, Snapshot snapshot, RowVersion into) {
    long place = first;
    for (int looked = 1; place != 0 && looked < versions; looked++) {
      long cell = arena.address(place);
      int version = awaitWriter(cell);
      if (!RowCell.isOlderOf(RowCell.identity(cell), identity)) {
        return ABSENT;
      }
      int flags = RowCell.flags(cell);
      long stamp = RowCell.stamp(cell);
      long position = RowCell.position(cell);
      int length = RowCell.length(cell);
      long next = RowCell.older(cell);
      OffHeap.loadFence();
      if (OffHeap.getInt(cell) != version) {
        return ABSENT;
      }
      if (snapshot.isVisible(stamp, position)) {
        copy(cell, flags, stamp, position, length, into);
        OffHeap.loadFence();
        boolean exists = (flags & RowCell.DELETED) == 0 && OffHeap.getInt(cell) == version;
        return exists ? FOUND : ABSENT;
      }
      place = next;
    }
    return ABSENT;
  }

  /** A row's own cell becomes that of its older version while somebody holds it, for a moment. */
  private static int awaitWriter(long cell) {
    int version = RowCell.version(cell);
    for (int spins = 0; (version & 1) != 0; spins++) {
      SpinLock.pause(spins);
      version = RowCell.version(cell);
    }
    return version;
  }
}
