package org.thetisdb.store;

import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.BufferedRows.Version;

/**
 * The rows of a site with others in front of them, whatever the snapshot; to be read only. The
 * stamp of a row in front is the complement of its transaction's id, and so is negative: no row of
 * the store has such a one.
 *
 * <p>Not thread-safe; the site's engine owns it.
 */
public final class OverlaidRowStore implements RowStore {
  private final RowStore store;
  private final BufferedRows front;

  /** Rows of a store, with others in front. */
  public OverlaidRowStore(RowStore store, BufferedRows front) {
    this.store = store;
    this.front = front;
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
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    Version version = front.find(key);
    if (version == null) {
      return store.read(key, snapshot, into);
    }
    fill(into, version);
    return version.image() != null;
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    Version version = front.find(key);
    if (version == null) {
      return store.readNewest(key, into);
    }
    fill(into, version);
    return true;
  }

  private static void fill(RowVersion into, Version version) {
    byte[] image = version.image();
    int length = image == null ? 0 : image.length;
    byte[] target = into.prepare(~version.tid(), 0, image == null, length);
    if (image != null) {
      System.arraycopy(image, 0, target, 0, length);
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
    List<Map.Entry<RowKey, Version>> over = overlaid(tableId, from, to, backwards);
    if (over.isEmpty()) {
      store.scan(tableId, from, to, backwards, snapshot, visitor);
      return;
    }
    Merge merge = new Merge(over, backwards, visitor);
    store.scan(tableId, from, to, backwards, snapshot, merge);
    merge.finish();
  }

  private List<Map.Entry<RowKey, Version>> overlaid(
      int tableId, byte[] from, byte[] to, boolean backwards) {
    RowKey first = new RowKey(tableId, from);
    RowKey end = to == null ? new RowKey(tableId + 1, new byte[0]) : new RowKey(tableId, to);
    return first.compareTo(end) < 0 ? front.between(first, end, backwards) : List.of();
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
    throw new IllegalStateException("a view of rows is written");
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
    return 0;
  }

  @Override
  public int removeRows(int tableId, int most) {
    throw new IllegalStateException("a view of rows is written");
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
  public void close() {
    // The store is somebody else's.
  }

  private static final class Merge extends MergedScan {
    private final List<Map.Entry<RowKey, Version>> over;
    private final RowVersion version = new RowVersion();
    private int next;

    Merge(List<Map.Entry<RowKey, Version>> over, boolean backwards, RowVisitor visitor) {
      super(visitor, backwards);
      this.over = over;
    }

    @Override
    protected byte[] nextKey() {
      return next == over.size() ? null : over.get(next).getKey().bytes();
    }

    @Override
    protected RowVersion takeNext() {
      Version taken = over.get(next++).getValue();
      if (taken.image() == null) {
        return null;
      }
      fill(version, taken);
      return version;
    }
  }
}
