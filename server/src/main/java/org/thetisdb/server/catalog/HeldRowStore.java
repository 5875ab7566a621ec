package org.thetisdb.server.catalog;

import java.util.Arrays;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.server.store.RowStore;
import org.thetisdb.server.store.RowVersion;
import org.thetisdb.server.store.Snapshot;

/**
 * The rows of a site that holds only a part of them: system tables, and the partitions that it
 * masters by the cluster's settings (asymmetric replication: STAR, section 3). What it does not
 * hold is not installed. Reads of it end with NOT_HELD; none says that there is no such row.
 *
 * <p>It knows tables from their rows, which pass here in the order of the logs before any row of
 * theirs does. Safe for the threads that the store below is safe for.
 */
public final class HeldRowStore implements RowStore {
  /** Ranges over more partitions than this count as not held. */
  private static final int PARTITIONS_CHECKED_LIMIT = 256;

  private final RowStore store;
  private final FirstMasters masters;
  private final int self;
  private volatile TableRegistry tables;

  /** The rows of site {@code self}, in {@code store}. */
  public HeldRowStore(RowStore store, ClusterSettings cluster, int self) {
    if (cluster.partitionKeys() < 1) {
      throw new IllegalArgumentException("a partial site without a grid of partitions");
    }
    this.store = store;
    this.masters = new FirstMasters(cluster);
    this.self = self;
    this.tables = TableRegistry.empty(cluster.partitionKeys());
  }

  @Override
  public boolean holds(RowKey key) {
    return keeps(key);
  }

  /** Whether a row that is written is installed. */
  private boolean keeps(RowKey key) {
    RegisteredTable table = userTable(key.tableId());
    return table == null || masters.isHeldAt(self, table.grid().partitionOf(key.bytes()));
  }

  @Override
  public boolean holdsRange(int tableId, byte[] from, byte[] to) {
    RegisteredTable table = userTable(tableId);
    if (table == null) {
      return true;
    }
    boolean[] all = {true};
    boolean few =
        table
            .grid()
            .forEachPartition(
                from,
                to == null ? new byte[0] : to,
                PARTITIONS_CHECKED_LIMIT,
                partition -> all[0] &= masters.isHeldAt(self, partition));
    return few && all[0];
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
    require(holds(key));
    return store.read(key, snapshot, into);
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    require(holds(key));
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
        ? RowStore.super.installIfNewer(key, stamp, position, row, offset, length, watermark)
        : 0;
  }

  @Override
  public void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    require(holdsRange(tableId, from, to));
    store.scan(tableId, from, to, backwards, snapshot, visitor);
  }

  @Override
  public void reserve(int rows, long bytes) {
    store.reserve(rows, bytes);
  }

  @Override
  public void reserveDeletes(int rows) {
    store.reserveDeletes(rows);
  }

  @Override
  public int collect(Snapshot watermark, int maxDeleted, int maxRows) {
    return store.collect(watermark, maxDeleted, maxRows);
  }

  @Override
  public long rowCount(int tableId) {
    return store.rowCount(tableId);
  }

  @Override
  public long usedBytes() {
    return store.usedBytes();
  }

  @Override
  public long limitBytes() {
    return store.limitBytes();
  }

  @Override
  public long coldRows() {
    return store.coldRows();
  }

  @Override
  public long coldBytes() {
    return store.coldBytes();
  }

  @Override
  public long coldReads() {
    return store.coldReads();
  }

  @Override
  public void close() {
    store.close();
  }
}
