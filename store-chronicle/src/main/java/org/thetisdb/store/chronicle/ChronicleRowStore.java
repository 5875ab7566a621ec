package org.thetisdb.store.chronicle;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.DeletedRows;
import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/**
 * Rows off the heap in Chronicle Map. Thread-safe.
 *
 * <p>A row's chain is one map value, so a read is one access of one map; it copies the visible
 * version out and allocates nothing. Rows are spread over shards by hash; a shard that is full is
 * split, see {@link ShardDirectory}. Rows over a kilobyte and the tails of long chains stand beside
 * the maps, see {@link OutsideRows}. The keys of each table stand in order on the heap, see {@link
 * OrderedKeys}.
 *
 * <p>Readers take no lock of ours. Inside, a map guards each of its segments by a lock that is held
 * while a chain is copied, some hundred nanoseconds; a snapshot is asked under it, so it must
 * answer from memory and must not call the store.
 *
 * <p>A chain over some kilobytes is trimmed by installs as soon as the watermark's version is among
 * its newest, and otherwise by {@link #collect}.
 */
public final class ChronicleRowStore implements RowStore {
  /** What an install may take besides the row: version, key, entry, and the rounding of both. */
  private static final int INSTALL_OVERHEAD_BYTES = 96;

  /** Rows of a shard being split that each change moves: it ends long before the shard is full. */
  private static final int MOVES_PER_CHANGE = 8;

  private static final byte[] FIRST_KEY = {};

  private final StoreConfig config;
  private final MemoryBudget budget;
  private final OutsideRows outside;
  private final KeyLocks locks = new KeyLocks();
  private final ShardDirectory shards;
  private final TableIndexes indexes = new TableIndexes();
  private final Collector collector = new Collector(indexes);
  private final DeletedRows deleted = new DeletedRows();
  private final ThreadLocal<Workspace> workspaces;
  private long walkUntilRound;

  /** An empty store. */
  public ChronicleRowStore(StoreConfig config) {
    this.config = config;
    this.budget = new MemoryBudget(config);
    this.outside = new OutsideRows(budget);
    this.shards = new ShardDirectory(config, budget, locks);
    this.workspaces = ThreadLocal.withInitial(() -> new Workspace(config, outside));
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    ChainReader reader = workspaces.get().reader;
    reader.prepareVisible(snapshot, into);
    return shards.read(key, key.hash(), reader) && reader.found();
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    ChainReader reader = workspaces.get().reader;
    reader.prepareNewest(into);
    return shards.read(key, key.hash(), reader);
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
    checkRow(key, row, offset, length);
    Workspace own = workspaces.get();
    long hash = key.hash();
    OrderedKeys keys = indexes.findOrCreate(key.tableId());
    shards.beforeChange(hash, MOVES_PER_CHANGE, own.trimmer);
    own.version.begin(stamp, position, row, offset, length);
    try {
      synchronized (locks.of(hash)) {
        Shard shard = shards.forChange(key, hash, own.trimmer);
        int versions = shard.install(key, watermark, own);
        if (own.inserted) {
          keys.add(key.bytes());
        }
        if (row == null) {
          deleted.add(key, stamp, position);
        }
        return versions;
      }
    } catch (RuntimeException refused) {
      own.version.abandon();
      throw refused;
    }
  }

  private static void checkRow(RowKey key, byte[] row, int offset, int length) {
    if (key.bytes().length > KeyMarshaller.MAX_KEY_BYTES) {
      throw new IllegalArgumentException("key of " + key.bytes().length + " bytes");
    }
    if (row != null && (offset < 0 || length < 0 || length > row.length - offset)) {
      throw new IndexOutOfBoundsException(
          "row of " + length + " bytes at " + offset + " of " + row.length);
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
    OrderedKeys keys = indexes.find(tableId);
    if (keys == null) {
      return;
    }
    RowVersion version = new RowVersion();
    OrderedKeys.KeyVisitor visit =
        key -> !read(new RowKey(tableId, key), snapshot, version) || visitor.visit(key, version);
    if (backwards) {
      keys.descend(from, to, visit);
    } else {
      keys.ascend(from, true, to, visit);
    }
  }

  @Override
  public void reserve(int rows, long bytes) {
    budget.check(Math.addExact(bytes, (long) rows * INSTALL_OVERHEAD_BYTES));
  }

  @Override
  public void reserveDeletes(int rows) {
    budget.checkForDeletes((long) rows * INSTALL_OVERHEAD_BYTES);
  }

  @Override
  public synchronized int collect(Snapshot watermark, int maxDeleted, int maxRows) {
    Workspace own = workspaces.get();
    shards.advance(maxDeleted, own.trimmer);
    DeletedRows.RowCollector rows = key -> collectRow(key, watermark, own);
    int removed = deleted.collect(watermark, maxDeleted, rows);
    int looks = mustWalk(watermark) ? Math.max(maxRows, maxDeleted) : maxRows;
    return removed + collector.run(looks, rows);
  }

  /** A deleted row of which nobody knows is found by a whole round, behind the one under way. */
  private boolean mustWalk(Snapshot watermark) {
    if (deleted.handsOver(watermark)) {
      walkUntilRound = collector.rounds() + 2;
    }
    return collector.rounds() < walkUntilRound;
  }

  private boolean collectRow(RowKey key, Snapshot watermark, Workspace own) {
    long hash = key.hash();
    synchronized (locks.of(hash)) {
      Shard shard = shards.forChange(key, hash, own.trimmer);
      boolean removed = shard.collect(key, watermark, own.trimmer);
      if (removed) {
        indexes.find(key.tableId()).remove(key.bytes());
      }
      return removed;
    }
  }

  @Override
  public int removeRows(int tableId, int most) {
    OrderedKeys keys = indexes.find(tableId);
    if (keys == null || most <= 0) {
      return 0;
    }
    List<byte[]> first = new ArrayList<>();
    keys.ascend(
        FIRST_KEY,
        true,
        null,
        key -> {
          first.add(key);
          return first.size() < most;
        });
    Workspace own = workspaces.get();
    first.forEach(key -> removeRow(new RowKey(tableId, key), keys, own));
    return first.size();
  }

  private void removeRow(RowKey key, OrderedKeys keys, Workspace own) {
    long hash = key.hash();
    synchronized (locks.of(hash)) {
      shards.forChange(key, hash, own.trimmer).removeWhole(key, own.trimmer);
      keys.remove(key.bytes());
    }
  }

  @Override
  public long rowCount(int tableId) {
    return indexes.count(tableId);
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
  public void close() {
    if (!outside.isEmpty()) {
      shards.freeOutside(workspaces.get().trimmer);
    }
    shards.close();
  }
}
