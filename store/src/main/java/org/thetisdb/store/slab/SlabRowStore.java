package org.thetisdb.store.slab;

import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.OverflowConfig;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.slab.memory.Arena;
import org.thetisdb.store.slab.memory.Backing;
import org.thetisdb.store.slab.memory.Cells;
import org.thetisdb.store.slab.memory.Extents;
import org.thetisdb.store.slab.memory.OverflowFile;

/**
 * Rows off the heap, the newest version of each in place at a stable address. Thread-safe.
 *
 * <p>A row is a cell of an {@link Arena}, laid out as {@link RowCell} says. A hash table of eight
 * bytes a row, {@link PointIndex}, and a tree for each table, {@link RowTree}, lead to it. Older
 * versions stand in cells of their own, and only as long as a snapshot may need them, see {@link
 * Versions} and {@link Collection}. Readers take no lock and write nothing, see {@link CellReader};
 * writers of different rows meet only where a table's tree changes and where memory is handed out.
 * A call of the store allocates nothing on the heap but for the keys that a scan hands out.
 *
 * <p>Where the configuration names an overflow, rows that nobody touches go there when memory gets
 * short, see {@link Evictor}, and come back when they are read, see {@link Touches}.
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
  private final CellReader reader;
  private final RowTable rows;
  private final Prefetch prefetch;
  private final TableTrees trees;
  private final Installer installer;
  private final Collection collection;
  private final TableRemoval removal;
  private final ColdRows cold;

  /** Null where rows stay in memory. */
  private final Recency recency;

  private final Touches touches;

  /** An empty store. */
  public SlabRowStore(StoreConfig config) {
    this.config = config;
    budget = new MemoryBudget(config);
    OverflowConfig overflow = config.overflow();
    arena =
        new Arena(
            config.limitBytes() + config.limitBytes() / SPARE_FRACTION + SPARE_BYTES,
            overflow.limitBytes(),
            overflow.directory() == null
                ? Backing.MEMORY
                : new OverflowFile(overflow.directory(), overflow.reserveBytes()));
    cells = new Cells(arena, budget, config.headroomBytes());
    Extents extents = new Extents(arena, cells);
    Versions versions = new Versions(arena, cells, extents);
    PointIndex index = new PointIndex(arena, budget);
    search = new NodeSearch(arena);
    reader = new CellReader(arena, extents);
    trees = new TableTrees(arena, budget, search);
    cold = new ColdRows(arena, cells, extents, versions, trees);
    Evictor evictor = null;
    if (overflow.limitBytes() > 0) {
      long hotBytes = config.reservableBytes() / 100 * overflow.hotPercent();
      recency = new Recency(arena);
      evictor = new Evictor(arena, budget, index, cold, recency, hotBytes);
      touches = new Touches(arena, cells, index, cold, evictor, recency);
      cells.relievedBy(evictor);
    } else {
      recency = null;
      touches = null;
    }
    rows = new RowTable(arena, index, reader, touches);
    prefetch = new Prefetch(arena, index);
    collection =
        new Collection(
            config.versionsKept(),
            cells,
            versions,
            rows,
            prefetch,
            trees,
            new CollectQueue(arena, budget),
            new CollectQueue(arena, budget));
    removal = new TableRemoval(rows, trees, collection, cold);
    installer =
        new Installer(
            config, budget, arena, cells, versions, index, rows, trees, collection, cold, evictor);
  }

  /** The same rows; what is read there counts as untouched. */
  private SlabRowStore(SlabRowStore from) {
    config = from.config;
    budget = from.budget;
    arena = from.arena;
    cells = from.cells;
    search = from.search;
    reader = from.reader;
    rows = from.rows.inPassing();
    prefetch = from.prefetch;
    trees = from.trees;
    installer = from.installer;
    collection = from.collection;
    removal = from.removal;
    cold = from.cold;
    recency = from.recency;
    touches = null;
  }

  @Override
  public RowStore whole() {
    return touches == null ? this : new SlabRowStore(this);
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    return rows.read(key, key.hash(), snapshot, into);
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    return rows.read(key, key.hash(), null, into);
  }

  @Override
  public void expect(List<RowKey> keys) {
    if (keys.size() < 2) {
      return; // there is nothing to fetch beside it
    }
    long[] hashes = new long[keys.size()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = keys.get(i).hash();
    }
    prefetch.fetch(hashes, hashes.length);
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

  @Override
  public int installDelta(
      RowKey key,
      long base,
      long stamp,
      long position,
      byte[] delta,
      int offset,
      int length,
      Snapshot watermark) {
    int versions = installer.patch(key, base, stamp, position, delta, offset, length, watermark);
    return versions == Installer.NOT_IN_PLACE
        ? RowStore.super.installDelta(key, base, stamp, position, delta, offset, length, watermark)
        : versions;
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
    if (length > RowCell.MAX_IMAGE_BYTES) {
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
    TreeWalk walk = new TreeWalk(arena, tree, search, reader, snapshot, visitor, touches, tableId);
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
  public int removeRows(int tableId, int most) {
    return removal.remove(tableId, most);
  }

  @Override
  public long rowCount(int tableId) {
    return trees.rows(tableId);
  }

  @Override
  public double share(int tableId, byte[] from, byte[] to) {
    RowTree tree = trees.find(tableId);
    return tree == null ? 0 : new TreeRank(tree, search).share(from, to);
  }

  @Override
  public long usedBytes() {
    return budget.usedBytes();
  }

  @Override
  public long limitBytes() {
    return config.limitBytes();
  }

  @Override
  public long coldRows() {
    return cold.rows();
  }

  @Override
  public long coldBytes() {
    return cells.coldBytes();
  }

  @Override
  public long coldReads() {
    return touches == null ? 0 : touches.coldReads();
  }

  /** Slabs that hold cells, for tests. */
  int slabsInUse() {
    return arena.slabsInUse();
  }

  @Override
  public void close() {
    arena.close();
    if (recency != null) {
      recency.close();
    }
  }
}
