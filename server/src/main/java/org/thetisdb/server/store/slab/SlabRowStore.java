package org.thetisdb.server.store.slab;

import org.thetisdb.core.key.RowKey;
import org.thetisdb.server.store.KeyHash;
import org.thetisdb.server.store.MemoryBudget;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;
import org.thetisdb.server.store.StoreConfig;

/**
 * Rows off the heap, the newest version of each in place at a stable address. Thread-safe.
 *
 * <p>A row is a cell of an {@link Arena}, laid out as {@link Row} says. A hash table of eight bytes
 * a row, {@link PointIndex}, and a tree for each table, {@link RowTree}, lead to it. Older versions
 * stand in cells of their own, and only as long as a snapshot may need them, see {@link Versions}
 * and {@link Collection}. Readers take no lock and write nothing, see {@link RowReader}; writers of
 * different rows meet only where a table's tree changes and where memory is handed out. A call of
 * the store allocates nothing on the heap but for the keys that a scan hands out.
 */
public final class SlabRowStore implements RowStore {
  /** Longer keys are refused. */
  static final int MAX_KEY_BYTES = 4096;

  /** What an install may take besides the row: header, key, indexes, rounding. */
  private static final int INSTALL_OVERHEAD_BYTES = 160;

  /**
   * What a delete may take for a while: a cell with the key, or a copy of the row, whichever is
   * smaller. Where both are long, it takes from the half of the headroom that deletes cannot
   * reserve.
   */
  private static final int DELETE_BYTES = 96;

  /** Cells are up to an eighth larger than what stands in them. */
  private static final int ROUNDING = 8;

  /** Addresses beyond the limit: slabs of sizes that are in use no more, indexes, queues. */
  private static final int SPARE_FRACTION = 2;

  private static final long SPARE_BYTES = 2 * Cells.ROOM_FOR_SIZES;

  private final StoreConfig config;
  private final MemoryBudget budget;
  private final Arena arena;
  private final Cells cells;
  private final NodeSearch search;
  private final RowReader reader;
  private final RowTable rows;
  private final TableTrees trees;
  private final Installer installer;
  private final Collection collection;

  /** An empty store. */
  public SlabRowStore(StoreConfig config) {
    this.config = config;
    budget = new MemoryBudget(config);
    arena = new Arena(config.limitBytes() + config.limitBytes() / SPARE_FRACTION + SPARE_BYTES);
    cells = new Cells(arena, budget, config.headroomBytes());
    Extents extents = new Extents(arena, cells);
    Versions versions = new Versions(arena, cells, extents);
    PointIndex index = new PointIndex(arena, budget);
    search = new NodeSearch(arena);
    reader = new RowReader(arena, extents);
    rows = new RowTable(arena, index, reader);
    trees = new TableTrees(arena, budget, search);
    collection =
        new Collection(
            config.versionsKept(),
            cells,
            versions,
            rows,
            trees,
            new CollectQueue(arena, budget),
            new CollectQueue(arena, budget));
    installer =
        new Installer(config, budget, arena, cells, versions, index, rows, trees, collection);
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    return rows.read(key, KeyHash.of(key), snapshot, into);
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    return rows.read(key, KeyHash.of(key), null, into);
  }

  @Override
  public int install(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    check(key, row, offset, length);
    return installer.install(
        key, stamp, position, row, offset, row == null ? 0 : length, watermark, false);
  }

  @Override
  public int installIfNewer(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    check(key, row, offset, length);
    return installer.install(
        key, stamp, position, row, offset, row == null ? 0 : length, watermark, true);
  }

  private static void check(RowKey key, byte[] row, int offset, int length) {
    if (key.bytes().length > MAX_KEY_BYTES) {
      throw new IllegalArgumentException("key of " + key.bytes().length + " bytes");
    }
    if (row == null) {
      return;
    }
    if (offset < 0 || length < 0 || length > row.length - offset) {
      throw new IndexOutOfBoundsException(
          "row of " + length + " bytes at " + offset + " of " + row.length);
    }
    if (length > Row.MAX_IMAGE_BYTES) {
      throw new IllegalArgumentException("row of " + length + " bytes");
    }
  }

  @Override
  public void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    RowTree tree = trees.find(tableId);
    if (tree == null) {
      return;
    }
    TreeWalk walk = new TreeWalk(arena, tree, search, reader, snapshot, visitor);
    if (backwards) {
      walk.descend(from, to);
    } else {
      walk.ascend(from, to);
    }
  }

  @Override
  public void reserve(int rowCount, long bytes) {
    long rounded = Math.addExact(bytes, bytes / ROUNDING);
    cells.check(Math.addExact(rounded, (long) rowCount * INSTALL_OVERHEAD_BYTES));
  }

  @Override
  public void reserveDeletes(int rowCount) {
    cells.checkForDeletes((long) rowCount * DELETE_BYTES);
  }

  @Override
  public int collect(Snapshot watermark, int maxDeleted, int maxRows) {
    return collection.collect(watermark, maxDeleted, maxRows);
  }

  @Override
  public long rowCount(int tableId) {
    return trees.rows(tableId);
  }

  @Override
  public long usedBytes() {
    return budget.usedBytes();
  }

  @Override
  public long limitBytes() {
    return config.limitBytes();
  }

  /** Slabs that hold cells, for tests. */
  int slabsInUse() {
    return arena.slabsInUse();
  }

  @Override
  public void close() {
    arena.close();
  }
}
