package org.thetisdb.store;

import java.util.List;
import org.thetisdb.core.key.RowKey;

/**
 * A row store that stands before another one. Memory, cold rows and the end are the other's
 * concern; how rows are read and written, each kind says for itself. As thread-safe as the store
 * behind it.
 */
public abstract class DelegatingRowStore implements RowStore {
  /** The store behind this one. */
  protected final RowStore store;

  /** A store before {@code store}, which it closes at its own end. */
  protected DelegatingRowStore(RowStore store) {
    this.store = store;
  }

  @Override
  public boolean holds(RowKey key, Snapshot at) {
    return store.holds(key, at);
  }

  @Override
  public boolean holdsRange(int tableId, byte[] from, byte[] to, Snapshot at) {
    return store.holdsRange(tableId, from, to, at);
  }

  @Override
  public void expect(List<RowKey> keys) {
    store.expect(keys);
  }

  @Override
  public void putInFront(PendingRows rows, long stamp, long position, Snapshot watermark) {
    store.putInFront(rows, stamp, position, watermark);
  }

  @Override
  public boolean installFront(PendingRows rows, int most, Snapshot watermark) {
    return store.installFront(rows, most, watermark);
  }

  @Override
  public boolean isAnyInFront(int tableId) {
    return store.isAnyInFront(tableId);
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
  public int removeRows(int tableId, int most) {
    return store.removeRows(tableId, most);
  }

  @Override
  public long rowCount(int tableId) {
    return store.rowCount(tableId);
  }

  @Override
  public double share(int tableId, byte[] from, byte[] to) {
    return store.share(tableId, from, to);
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
