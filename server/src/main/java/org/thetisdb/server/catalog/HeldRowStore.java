package org.thetisdb.server.catalog;

import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.store.DelegatingRowStore;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * The rows of a site that holds only a part of them: system tables, the {@linkplain HeldPartitions
 * partitions} that it masters or mastered first (asymmetric replication: STAR, section 3), and
 * {@linkplain HeldRanges replicas} that were added. What it does not hold is not installed. Reads
 * of it end with NOT_HELD; none says that there is no such row.
 *
 * <p>It knows tables and replicas from their rows, which pass here in the order of the logs before
 * any row does that they tell of. Safe for the threads that the store below is safe for.
 */
public final class HeldRowStore extends DelegatingRowStore {
  /** Ranges over more partitions than this count as not held. */
  private static final int PARTITIONS_CHECKED_LIMIT = 256;

  private static final byte[] OPEN = {};

  private final int self;
  private final HeldRanges added;
  private final HeldPartitions partitions;
  private volatile TableRegistry tables;

  /** The rows of site {@code self}, in {@code store}. */
  public HeldRowStore(RowStore store, ClusterSettings cluster, int self) {
    super(store);
    if (cluster.partitionKeys() < 1) {
      throw new IllegalArgumentException("a partial site without a grid of partitions");
    }
    this.self = self;
    this.added = new HeldRanges(self);
    this.partitions = new HeldPartitions(new FirstMasters(cluster), self, store);
    this.tables = TableRegistry.empty(cluster.partitionKeys());
  }

  /** The replicas that were added here. */
  public HeldRanges added() {
    return added;
  }

  /** What it holds beside those. */
  public HeldPartitions partitions() {
    return partitions;
  }

  @Override
  public boolean holds(RowKey key, Snapshot at) {
    RegisteredTable table = userTable(key.tableId());
    return table == null || isReadable(table.grid().partitionOf(key.bytes()), at);
  }

  private boolean isReadable(long partition, Snapshot at) {
    return partitions.isReadable(partition, at) || added.isReadable(partition, partition, at);
  }

  /** Whether a row that is written is installed. */
  private boolean keeps(RowKey key) {
    RegisteredTable table = userTable(key.tableId());
    if (table == null) {
      return true;
    }
    long partition = table.grid().partitionOf(key.bytes());
    return partitions.isHeld(partition) || added.keeps(partition);
  }

  @Override
  public boolean holdsRange(int tableId, byte[] from, byte[] to, Snapshot at) {
    RegisteredTable table = userTable(tableId);
    if (table == null) {
      return true;
    }
    PartitionGrid grid = table.grid();
    byte[] end = to == null ? OPEN : to;
    long count = grid.countPartitions(from, end);
    if (count == 0) {
      return true;
    }
    long first = grid.partitionOf(from);
    long last = PartitionId.of(tableId, PartitionId.index(first) + count - 1);
    if (added.isReadable(first, last, at)) {
      return true;
    }
    boolean[] all = {true};
    boolean few =
        grid.forEachPartition(
            from,
            end,
            PARTITIONS_CHECKED_LIMIT,
            partition -> all[0] = all[0] && isReadable(partition, at));
    return few && all[0];
  }

  /**
   * Takes a row of a replica that is filled, from a site that had applied {@code behind} before it
   * read it. A row that was written here since then has newer versions, or will have them from the
   * logs. Called where the logs are applied.
   *
   * @throws ThetisException if there is no room for it
   */
  public void fill(
      RowKey key, long stamp, long position, byte[] row, VersionVector behind, Snapshot watermark) {
    RegisteredTable table = userTable(key.tableId());
    if (table == null || partitions.isHeld(table.grid().partitionOf(key.bytes()))) {
      return;
    }
    if (isOfBefore(key, behind)) {
      store.reserve(1, row.length);
      store.install(key, stamp, position, row, 0, row.length, watermark);
    }
  }

  /** Whether all that is here of a row is within a vector. */
  private boolean isOfBefore(RowKey key, VersionVector behind) {
    RowVersion newest = new RowVersion();
    return !store.readNewest(key, newest)
        || newest.position() <= behind.get(Stamp.site(newest.stamp()));
  }

  /**
   * Has a row go that is held no more since a record of the log, unless it is held for another
   * reason, or again. A reader below that record sees it. Called where the logs are applied.
   *
   * @throws ThetisException if there is no room to do it
   */
  public void evict(RowKey key, long stamp, long position, Snapshot watermark) {
    if (!keeps(key)) {
      store.reserveDeletes(1);
      store.install(key, stamp, position, null, 0, 0, watermark);
    }
  }

  /** Whether all rows of a key's partition are here, so that they may be given to another site. */
  public boolean isWhole(int tableId, byte[] key) {
    RegisteredTable table = userTable(tableId);
    if (table == null) {
      return true;
    }
    long partition = table.grid().partitionOf(key);
    return partitions.isHeld(partition) || added.isFilledAt(partition);
  }

  /** How the table of a partition is cut; null if it is not defined here. */
  public PartitionGrid gridOf(long partition) {
    RegisteredTable table = userTable(PartitionId.table(partition));
    return table == null ? null : table.grid();
  }

  /**
   * Takes the place of whatever version is here of a row that was shipped. Called where the logs
   * are applied, before the release itself is known here.
   */
  public void installShipped(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    RowVersion newest = new RowVersion();
    boolean isHere =
        store.readNewest(key, newest) && newest.stamp() == stamp && !newest.isDeleted();
    if (!isHere) {
      store.install(key, stamp, position, row, offset, length, watermark);
    }
  }

  /** Has a row go that was left here and is not among those that were shipped. */
  public void dropStale(RowKey key, long stamp, long position, Snapshot watermark) {
    store.install(key, stamp, position, null, 0, 0, watermark);
  }

  /** The definition of a table of users; null for one that is not defined, or the system's. */
  private RegisteredTable userTable(int tableId) {
    return tableId < FirstMasters.FIRST_USER_TABLE ? null : tables.byId(tableId);
  }

  private void require(boolean held) {
    if (!held) {
      throw new ThetisException(ErrorCode.NOT_HELD, self);
    }
  }

  @Override
  public RowStore whole() {
    return store.whole();
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    require(holds(key, snapshot));
    boolean isThere = store.read(key, snapshot, into);
    require(isThere || holds(key, snapshot)); // it may just have gone
    return isThere;
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    require(holds(key, Snapshot.EVERYTHING));
    return store.readNewest(key, into);
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
    if (!keeps(key)) {
      return 0;
    }
    int versions = store.install(key, stamp, position, row, offset, length, watermark);
    if (key.tableId() == Catalog.TABLES) {
      tables = Catalog.withTable(tables, key, Arrays.copyOfRange(row, offset, offset + length));
    } else if (key.tableId() == Catalog.REPLICAS) {
      byte[] record = Arrays.copyOfRange(row, offset, offset + length);
      added.onRecord(ReplicaSets.decode(new ByteReader(record)), stamp, position);
    } else if (key.tableId() == Catalog.HOLDERS) {
      partitions.onRow(key, Arrays.copyOfRange(row, offset, offset + length), stamp, position);
    }
    return versions;
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
    return keeps(key)
        ? super.installIfNewer(key, stamp, position, row, offset, length, watermark)
        : 0;
  }

  /**
   * What is held has the version before, or is filled or shipped anew: no log of such a cluster has
   * deltas.
   */
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
    throw new IllegalStateException("a delta in the log of a cluster with partial sites");
  }

  @Override
  public void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    require(holdsRange(tableId, from, to, snapshot));
    store.scan(tableId, from, to, backwards, snapshot, visitor);
    require(holdsRange(tableId, from, to, snapshot)); // some of it may just have gone
  }
}
