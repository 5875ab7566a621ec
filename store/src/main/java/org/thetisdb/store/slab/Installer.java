package org.thetisdb.store.slab;

import org.thetisdb.core.bytes.Delta;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Cells;
import org.thetisdb.store.slab.memory.OffHeap;

/**
 * Puts new versions in front of rows. All memory that a change needs is taken before the first byte
 * is changed, so that a full store refuses with nothing changed. Thread-safe for different rows.
 */
final class Installer {
  /** What the indexes take for a row, as the budget counts it. */
  static final int INDEX_BYTES = 40;

  /** The new version does not fit where the one before it stands. */
  static final int NOT_IN_PLACE = -1;

  private final StoreConfig config;
  private final MemoryBudget budget;
  private final Arena arena;
  private final Cells cells;
  private final Versions versions;
  private final PointIndex index;
  private final RowTable rows;
  private final TableTrees trees;
  private final Collection collection;
  private final ColdRows cold;

  /** Null where rows stay in memory. */
  private final Evictor evictor;

  Installer(
      StoreConfig config,
      MemoryBudget budget,
      Arena arena,
      Cells cells,
      Versions versions,
      PointIndex index,
      RowTable rows,
      TableTrees trees,
      Collection collection,
      ColdRows cold,
      Evictor evictor) {
    this.cold = cold;
    this.evictor = evictor;
    this.config = config;
    this.budget = budget;
    this.arena = arena;
    this.cells = cells;
    this.versions = versions;
    this.index = index;
    this.rows = rows;
    this.trees = trees;
    this.collection = collection;
  }

  /**
   * See {@link org.thetisdb.store.RowStore#install}, and {@code installIfNewer} for {@code
   * onlyIfNewer}.
   */
  int install(
      RowKey key,
      long stamp,
      long position,
      byte[] image,
      int offset,
      int length,
      Snapshot watermark,
      boolean onlyIfNewer) {
    long hash = key.hash();
    int count;
    long slot = rows.lock(key, hash);
    if (slot == 0) {
      insert(key, hash, stamp, position, image, offset, length);
      makeRoom();
      return 1;
    }
    try {
      if (onlyIfNewer && RowCell.stamp(rows.row(slot)) >= stamp) {
        return 0;
      }
      count = update(slot, hash, stamp, position, image, offset, length, watermark);
    } finally {
      PointIndex.unlock(slot);
    }
    if (count > 1 || image == null) {
      collection.settle(watermark);
    }
    makeRoom();
    return count;
  }

  /**
   * Adds a version by changing a few bytes of the newest one, which is copied behind it if somebody
   * may need it.
   *
   * @return as {@link org.thetisdb.store.RowStore#installDelta}, or {@link #NOT_IN_PLACE}
   */
  int patch(
      RowKey key,
      long base,
      long stamp,
      long position,
      byte[] delta,
      int offset,
      int length,
      Snapshot watermark) {
    long hash = key.hash();
    long slot = rows.lock(key, hash);
    if (slot == 0) {
      return 0;
    }
    int count;
    try {
      long row = rows.row(slot);
      if (!isBase(row, base)) {
        return 0;
      }
      if (RowCell.isOutside(row)
          || arena.isCold(row)
          || !Delta.isInPlace(delta, offset, length, RowCell.length(row))) {
        return NOT_IN_PLACE;
      }
      count =
          patch(
              row, hash, stamp, position, new Delta.Edits(delta, offset, length), delta, watermark);
    } finally {
      PointIndex.unlock(slot);
    }
    if (count > 1) {
      collection.settle(watermark);
    }
    makeRoom();
    return count;
  }

  private static boolean isBase(long row, long base) {
    return RowCell.stamp(row) == base && !RowCell.isDeleted(row);
  }

  private int patch(
      long row,
      long hash,
      long stamp,
      long position,
      Delta.Edits edits,
      byte[] delta,
      Snapshot watermark) {
    int staying = stayingOf(row, hash, stamp, position, watermark);
    long older = staying > 0 ? versions.copyNewest(row) : 0;
    long dropped = staying == 0 ? RowCell.older(row) : 0;
    RowCell.beginChange(row);
    RowCell.header(row, staying + 1, stamp, position, RowCell.length(row), older);
    Versions.patchImage(row, edits, delta);
    RowCell.endChange(row);
    versions.freeFrom(dropped);
    return staying + 1;
  }

  private void makeRoom() {
    if (evictor != null) {
      evictor.settle();
    }
  }

  private static int flags(byte[] image, long outside, int count) {
    return (image == null ? RowCell.DELETED : 0) | (outside == 0 ? 0 : RowCell.OUTSIDE) | count;
  }

  private void insert(
      RowKey key, long hash, long stamp, long position, byte[] image, int offset, int length) {
    RowTree tree = trees.findOrCreate(key.tableId());
    if (image == null) {
      collection.deletes().add(hash, stamp, position);
    }
    byte[] keyBytes = key.bytes();
    int needed = RowCell.cellBytes(keyBytes.length, Versions.inlineBytes(length));
    long row = cells.take(needed, INDEX_BYTES);
    long outside = 0;
    long slot;
    try {
      outside = versions.storeLong(image, offset, length);
      RowCell.header(row, flags(image, outside, 1), stamp, position, length, 0);
      RowCell.identity(row, RowTable.identity(key, hash));
      OffHeap.copy(keyBytes, OffHeap.BYTES_OFFSET, null, RowCell.key(row), keyBytes.length);
      Versions.putImage(row, image, offset, length, outside);
      slot = index.add(hash, arena.place(row));
    } catch (RuntimeException full) {
      giveBack(row, outside);
      throw full;
    }
    addToTree(tree, row, outside, slot);
  }

  private void addToTree(RowTree tree, long row, long outside, long slot) {
    try {
      tree.add(row);
    } catch (RuntimeException full) {
      PointIndex.clear(slot);
      giveBack(row, outside);
      throw full;
    }
    PointIndex.unlock(slot);
  }

  private void giveBack(long row, long outside) {
    versions.freeLong(outside);
    RowCell.identity(row, 0);
    cells.give(row, INDEX_BYTES);
  }

  private int update(
      long slot,
      long hash,
      long stamp,
      long position,
      byte[] image,
      int offset,
      int length,
      Snapshot watermark) {
    long row = rows.row(slot);
    int staying = stayingOf(row, hash, stamp, position, watermark);
    if (image == null) {
      collection.deletes().add(hash, stamp, position);
    }
    int needed = RowCell.cellBytes(RowCell.keyLength(row), Versions.inlineBytes(length));
    if (!cells.fits(row, needed) || (staying > 0 && isLessToMove(row, needed))) {
      move(slot, row, needed, staying, stamp, position, image, offset, length);
    } else {
      overwrite(row, staying, stamp, position, image, offset, length);
    }
    return staying + 1;
  }

  /**
   * Whether a cell for the new version is smaller than one for a copy of what it replaces, as it
   * mostly is for a delete. So an install never takes more than what it writes has been reserved
   * with.
   */
  private static boolean isLessToMove(long row, int needed) {
    int copied = Versions.inlineBytes(RowCell.length(row));
    return Cells.isSmaller(needed, RowCell.cellBytes(0, copied));
  }

  /** How many of a row's versions stay behind the one that comes; the others go. */
  private int stayingOf(long row, long hash, long stamp, long position, Snapshot watermark) {
    int staying = staying(row, watermark, watermark.isVisible(stamp, position));
    if (staying > 0) {
      collection.replaced().add(hash, stamp, position);
      versions.cut(row, staying);
    }
    return staying;
  }

  /** How many of a row's versions stay behind a new one. */
  private int staying(long row, Snapshot watermark, boolean isNewSeen) {
    boolean isShort = cells.isShort();
    int kept = isShort ? 1 : config.versionsKept();
    int needed = isNewSeen ? 0 : versions.needed(row, watermark, isShort);
    int staying = Math.min(Math.max(needed, kept - 1), RowCell.versions(row));
    if (staying == RowCell.MAX_VERSIONS) {
      throw budget.full();
    }
    return staying;
  }

  /** Writes the new version where the newest one stands, which may be copied before. */
  private void overwrite(
      long row, int staying, long stamp, long position, byte[] image, int offset, int length) {
    long outside = versions.storeLong(image, offset, length);
    long older = 0;
    if (staying > 0) {
      older = copyNewest(row, outside);
    }
    boolean wasDeleted = RowCell.isDeleted(row);
    RowTree tree = image == null || wasDeleted ? trees.find(RowCell.tableId(row)) : null;
    if (wasDeleted && image != null) {
      // Before anybody can see the new version: the mark says that nobody does.
      tree.markAlive(row);
    }
    long droppedVersions = staying == 0 ? RowCell.older(row) : 0;
    long droppedImage = staying == 0 && RowCell.isOutside(row) ? Versions.outside(row) : 0;
    RowCell.beginChange(row);
    RowCell.header(row, flags(image, outside, staying + 1), stamp, position, length, older);
    Versions.putImage(row, image, offset, length, outside);
    RowCell.endChange(row);
    if (image == null) {
      tree.markDeleted(row);
    }
    versions.freeLong(droppedImage);
    versions.freeFrom(droppedVersions);
  }

  private long copyNewest(long row, long outside) {
    try {
      return versions.copyNewest(row);
    } catch (RuntimeException full) {
      versions.freeLong(outside);
      throw full;
    }
  }

  /** Writes the new version to another cell. The one where the newest stands keeps it, or goes. */
  private void move(
      long slot,
      long row,
      int needed,
      int staying,
      long stamp,
      long position,
      byte[] image,
      int offset,
      int length) {
    long moved = cells.take(needed);
    long outside;
    try {
      outside = versions.storeLong(image, offset, length);
    } catch (RuntimeException full) {
      cells.give(moved);
      throw full;
    }
    long older = staying > 0 ? arena.place(row) : 0;
    RowCell.header(moved, flags(image, outside, staying + 1), stamp, position, length, older);
    RowCell.identity(moved, RowCell.identity(row));
    OffHeap.copy(RowCell.key(row), RowCell.key(moved), RowCell.paddedKey(RowCell.keyLength(row)));
    Versions.putImage(moved, image, offset, length, outside);
    RowTree tree = trees.find(RowCell.tableId(row));
    if (RowCell.isDeleted(row) && image != null) {
      tree.markAlive(row);
    }
    // A thread that comes to the old cell waits until all ways lead to the new one.
    RowCell.beginChange(row);
    if (staying > 0) {
      Versions.makeOlder(row);
    }
    if (arena.isCold(row)) {
      cold.changed();
    }
    tree.replace(row, moved);
    PointIndex.lead(slot, arena.place(moved));
    if (image == null) {
      tree.markDeleted(moved);
    }
    if (staying > 0) {
      RowCell.endChange(row);
    } else {
      versions.freeFrom(arena.place(row));
    }
  }
}
