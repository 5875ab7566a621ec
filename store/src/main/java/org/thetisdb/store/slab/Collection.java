package org.thetisdb.store.slab;

import org.thetisdb.store.Snapshot;
import org.thetisdb.store.slab.memory.Cells;

/**
 * Drops versions that nobody needs, and rows that are deleted for everybody, as soon as the
 * watermark has passed the version that says so: by queues, not by looking at all rows.
 * Thread-safe.
 */
final class Collection {
  private static final int LOOKS_PER_ROW = 64;

  /** Queues that are longer get shorter with each install. */
  private static final int LONG_QUEUE = 1024;

  /** Where versions are kept without need, they wait for a call to collect, but not for ever. */
  private static final int VERY_LONG_QUEUE = 1 << 16;

  /** Rows that are cut one behind the other, so that their loads wait for memory side by side. */
  private static final int CUT_AT_ONCE = 8;

  private final int versionsKept;

  private final Cells cells;
  private final Versions versions;
  private final RowTable rows;
  private final Prefetch prefetch;
  private final TableTrees trees;
  private final CollectQueue deletes;
  private final CollectQueue replaced;

  /** Installs since rows were cut; that some get lost between threads makes no difference. */
  private int installs;

  Collection(
      int versionsKept,
      Cells cells,
      Versions versions,
      RowTable rows,
      Prefetch prefetch,
      TableTrees trees,
      CollectQueue deletes,
      CollectQueue replaced) {
    this.versionsKept = versionsKept;
    this.cells = cells;
    this.versions = versions;
    this.rows = rows;
    this.prefetch = prefetch;
    this.trees = trees;
    this.deletes = deletes;
    this.replaced = replaced;
  }

  /** Rows whose newest version is, or was, this delete. */
  CollectQueue deletes() {
    return deletes;
  }

  /** Rows with older versions, none of which a snapshot needs that sees this one. */
  CollectQueue replaced() {
    return replaced;
  }

  /** See {@link org.thetisdb.store.RowStore#collect}. */
  int collect(Snapshot watermark, int maxDeleted, int maxRows) {
    CollectQueue.Entry entry = new CollectQueue.Entry();
    int removed = 0;
    for (long looks = looks(maxDeleted);
        looks > 0 && removed < maxDeleted && deletes.poll(watermark, entry);
        looks--) {
      removed += visit(entry.hash, entry, null, 1);
    }
    int cut = 0;
    for (long looks = looks(maxRows);
        looks > 0 && cut < maxRows && replaced.poll(watermark, entry);
        looks--) {
      cut += visit(entry.hash, null, watermark, 1);
    }
    return removed;
  }

  /**
   * Does a little of what installs leave to be done, so that no queue grows with what has been. For
   * which has just installed, and holds no row.
   */
  void settle(Snapshot watermark) {
    if (versionsKept == 1 || replaced.size() > VERY_LONG_QUEUE) {
      settleReplaced(watermark);
    }
    if (deletes.size() > LONG_QUEUE) {
      collect(watermark, 2, 0);
    }
  }

  private void settleReplaced(Snapshot watermark) {
    int each = replaced.size() > LONG_QUEUE ? CUT_AT_ONCE / 2 : CUT_AT_ONCE;
    if (++installs < each) {
      return;
    }
    installs = 0;
    long[] hashes = new long[CUT_AT_ONCE];
    int found = replaced.poll(watermark, hashes);
    prefetch.fetch(hashes.clone(), found);
    for (int i = 0; i < found; i++) {
      visit(hashes[i], null, watermark, versionsKept);
    }
  }

  /** A row that was written often has many entries, and all but one find nothing to do. */
  private static long looks(int most) {
    return (long) most * LOOKS_PER_ROW;
  }

  /**
   * Looks at the rows with the tag of a hash, nearly always one.
   *
   * @param entry names the delete with which rows are removed; null if they are cut
   * @param watermark what to cut by; null if they are removed
   * @param kept versions that stay whichever snapshot needs them
   * @return number of rows that were changed
   */
  private int visit(long hash, CollectQueue.Entry entry, Snapshot watermark, int kept) {
    int changed = 0;
    long segment;
    do {
      segment = rows.segment(hash);
      int at = PointIndex.next(segment, hash, 0);
      while (at >= 0) {
        long slot = RowTable.lockSlot(segment, hash, at);
        if (slot != 0) {
          changed += visitHeld(slot, entry, watermark, kept) ? 1 : 0;
        }
        at = PointIndex.next(segment, hash, at + 1);
      }
    } while (!rows.isCurrent(segment, hash));
    return changed;
  }

  private boolean visitHeld(long slot, CollectQueue.Entry entry, Snapshot watermark, int kept) {
    long row = rows.row(slot);
    if (rows.isCold(row)) {
      // It has one version, which is no delete; and to look would be to fetch it.
      PointIndex.unlock(slot);
      return false;
    }
    if (watermark == null && isDeletedBy(row, entry)) {
      remove(slot, row);
      return true;
    }
    int before = RowCell.versions(row);
    if (watermark != null && before > 1) {
      versions.cut(row, Math.max(kept, versions.needed(row, watermark, true)));
    }
    boolean isShorter = RowCell.versions(row) < before;
    PointIndex.unlock(slot);
    return isShorter;
  }

  private static boolean isDeletedBy(long row, CollectQueue.Entry entry) {
    return RowCell.isDeleted(row)
        && RowCell.stamp(row) == entry.stamp
        && RowCell.position(row) == entry.position;
  }

  /** Removes a row with all its versions; its slot, which the caller holds, is empty then. */
  void remove(long slot, long row) {
    trees.find(RowCell.tableId(row)).remove(row);
    PointIndex.clear(slot);
    versions.freeFrom(RowCell.older(row));
    versions.freeImage(row);
    RowCell.identity(row, 0);
    cells.give(row, Installer.INDEX_BYTES);
  }
}
