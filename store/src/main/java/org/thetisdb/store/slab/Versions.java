package org.thetisdb.store.slab;

import org.thetisdb.core.bytes.Delta;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Cells;
import org.thetisdb.store.slab.memory.Extents;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * The older versions of rows, and images. The caller holds the slot of the row that it changes;
 * otherwise thread-safe.
 */
final class Versions {
  /** The longest image that stands beside its key. */
  static final int MAX_INLINE_BYTES = 8192;

  /**
   * How far an install looks for the version that the watermark sees. A row that is written a
   * thousand times while a snapshot is held would otherwise be walked through a thousand times; the
   * queue of {@link Collection} cuts it when the watermark has moved.
   */
  private static final int USUAL_WALK = 256;

  private final Arena arena;
  private final Cells cells;
  private final Extents extents;

  Versions(Arena arena, Cells cells, Extents extents) {
    this.arena = arena;
    this.cells = cells;
    this.extents = extents;
  }

  static boolean isLong(int imageLength) {
    return imageLength > MAX_INLINE_BYTES;
  }

  /** What an image takes beside its key. */
  static int inlineBytes(int imageLength) {
    return isLong(imageLength) ? Long.BYTES : imageLength;
  }

  /**
   * How many of a row's versions, its newest first, somebody may still need when the watermark is
   * this: all in front of the first that it sees, and that one.
   *
   * @param patient whether to look at all of them, however many there are
   * @return all, if none is seen
   */
  int needed(long row, Snapshot watermark, boolean patient) {
    int versions = RowCell.versions(row);
    int most = patient ? versions : Math.min(versions, USUAL_WALK);
    long cell = row;
    for (int at = 1; at <= most; at++) {
      if (watermark.isVisible(RowCell.stamp(cell), RowCell.position(cell))) {
        return at;
      }
      if (at < versions) {
        cell = arena.address(RowCell.older(cell));
      }
    }
    return versions;
  }

  /** Drops all but the first {@code kept} versions, at least one. */
  void cut(long row, int kept) {
    if (kept >= RowCell.versions(row)) {
      return;
    }
    long last = row;
    for (int at = 1; at < kept; at++) {
      last = arena.address(RowCell.older(last));
    }
    long dropped = RowCell.older(last);
    RowCell.beginChange(row);
    RowCell.older(last, 0);
    RowCell.flags(row, (RowCell.flags(row) & ~RowCell.MAX_VERSIONS) | kept);
    RowCell.endChange(row);
    freeFrom(dropped);
  }

  /** Frees a version and all behind it, to which nothing leads any more. */
  void freeFrom(long place) {
    long next = place;
    while (next != 0) {
      long cell = arena.address(next);
      next = RowCell.older(cell);
      freeImage(cell);
      RowCell.identity(cell, 0);
      cells.give(cell);
    }
  }

  /** Frees what a version has outside of its cell. */
  void freeImage(long cell) {
    if (RowCell.isOutside(cell)) {
      extents.free(outside(cell));
    }
  }

  /** Where the long image of a version stands. */
  static long outside(long cell) {
    return OffHeap.getLong(RowCell.image(cell));
  }

  /**
   * Copies a row's newest version into a cell of its own, which takes over an image outside.
   *
   * @return its place
   */
  long copyNewest(long row) {
    boolean outside = RowCell.isOutside(row);
    int inline = outside ? Long.BYTES : RowCell.length(row);
    long cell = cells.take(RowCell.cellBytes(0, inline));
    RowCell.header(
        cell,
        RowCell.flags(row) & ~RowCell.MAX_VERSIONS,
        RowCell.stamp(row),
        RowCell.position(row),
        RowCell.length(row),
        RowCell.older(row));
    RowCell.identity(cell, RowCell.olderIdentity(RowCell.identity(row), 0));
    OffHeap.copy(RowCell.image(row), RowCell.image(cell), inline);
    return arena.place(cell);
  }

  /** Makes the cell of a row, in which a change was begun, that of an older version. */
  static void makeOlder(long row) {
    RowCell.identity(row, RowCell.olderIdentity(RowCell.identity(row), RowCell.keyLength(row)));
    RowCell.flags(row, RowCell.flags(row) & ~RowCell.MAX_VERSIONS);
  }

  /** Takes cells for a long image, and none for others. */
  long storeLong(byte[] image, int offset, int length) {
    return image != null && isLong(length) ? extents.store(image, offset, length) : 0;
  }

  /** Gives back what {@link #storeLong} took. */
  void freeLong(long place) {
    extents.free(place);
  }

  /** Changes bytes of an image that stands beside its key. */
  static void patchImage(long row, Delta.Edits edits, byte[] delta) {
    long at = RowCell.image(row);
    while (edits.next()) {
      at += edits.kept();
      OffHeap.copy(delta, OffHeap.BYTES_OFFSET + (long) edits.offset(), null, at, edits.length());
      at += edits.length();
    }
  }

  /** Writes an image that fits; {@code outside} is where a long one stands. */
  static void putImage(long row, byte[] image, int offset, int length, long outside) {
    if (outside != 0) {
      OffHeap.putLong(RowCell.image(row), outside);
    } else if (length > 0) {
      OffHeap.copy(image, OffHeap.BYTES_OFFSET + (long) offset, null, RowCell.image(row), length);
    }
  }
}
