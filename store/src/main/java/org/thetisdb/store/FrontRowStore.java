package org.thetisdb.store;

import java.util.Arrays;
import org.thetisdb.core.key.RowKey;

/**
 * Rows in front of which those of large commits stand until they are installed. So a commit of many
 * rows is seen in one instant, and the event loop that installs them does other things in between.
 * A row that is written again meanwhile is installed before that.
 *
 * <p>Few commits stand here at a time. Most of the time none does, and then nothing is done here.
 * As thread-safe as the store behind it; each commit is put here, installed and taken away by one
 * event loop.
 */
public final class FrontRowStore extends DelegatingRowStore {
  private static final PendingRows[] NONE = {};

  /** Shared by all views of the same rows. */
  private final Fronts fronts;

  private static final class Fronts {
    private volatile PendingRows[] all = NONE;

    private synchronized void add(PendingRows rows) {
      PendingRows[] more = Arrays.copyOf(all, all.length + 1);
      more[all.length] = rows;
      all = more;
    }

    private synchronized void remove(PendingRows rows) {
      all = Arrays.stream(all).filter(each -> each != rows).toArray(PendingRows[]::new);
    }
  }

  /** Nothing stands in front of the rows of {@code store} yet. */
  public FrontRowStore(RowStore store) {
    this(store, new Fronts());
  }

  private FrontRowStore(RowStore store, Fronts fronts) {
    super(store);
    this.fronts = fronts;
  }

  @Override
  public RowStore whole() {
    RowStore whole = store.whole();
    return whole == store ? this : new FrontRowStore(whole, fronts);
  }

  // Commits

  @Override
  public void putInFront(PendingRows rows, long stamp, long position, Snapshot watermark) {
    if (fronts.all.length > 0) {
      for (int i = 0; i < rows.size(); i++) {
        settle(rows.key(i), watermark);
      }
    }
    rows.commit(stamp, position);
    fronts.add(rows);
  }

  @Override
  public boolean installFront(PendingRows rows, int most, Snapshot watermark) {
    boolean done = rows.installNext(most, store, watermark);
    if (done) {
      fronts.remove(rows);
    }
    return done;
  }

  @Override
  public boolean isAnyInFront(int tableId) {
    for (PendingRows each : fronts.all) {
      if (each.isAnyPending(tableId)) {
        return true;
      }
    }
    return false;
  }

  /** A row is about to be written: what stands in front of it goes behind it. */
  private void settle(RowKey key, Snapshot watermark) {
    for (PendingRows each : fronts.all) {
      int found = each.findPending(key);
      if (found >= 0) {
        each.install(found, store, watermark);
      }
    }
  }

  // Reads

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    PendingRows[] all = fronts.all;
    if (all.length > 0) {
      for (PendingRows each : all) {
        int found = each.findPending(key);
        if (found >= 0 && each.isSeenBy(snapshot)) {
          return each.read(found, into);
        }
      }
    }
    return store.read(key, snapshot, into);
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    PendingRows[] all = fronts.all;
    if (all.length > 0) {
      for (PendingRows each : all) {
        int found = each.findPending(key);
        if (found >= 0) {
          each.read(found, into);
          return true;
        }
      }
    }
    return store.readNewest(key, into);
  }

  @Override
  public void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    scan(fronts.all, tableId, from, to, backwards, snapshot, visitor);
  }

  private void scan(
      PendingRows[] all,
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    RowVisitor last = visitor;
    Merge[] merges = new Merge[all.length];
    int count = 0;
    for (int i = all.length - 1; i >= 0; i--) { // the last commit has the last word
      Merge merge = Merge.of(all[i], store, tableId, from, to, backwards, snapshot, last);
      if (merge != null) {
        merges[count++] = merge;
        last = merge;
      }
    }
    store.scan(tableId, from, to, backwards, snapshot, last);
    for (int i = count - 1; i >= 0; i--) {
      merges[i].finish();
    }
  }

  // Writes

  @Override
  public int install(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    settle(key, watermark);
    return store.install(key, stamp, position, row, offset, length, watermark);
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
    settle(key, watermark);
    return store.installIfNewer(key, stamp, position, row, offset, length, watermark);
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
    settle(key, watermark);
    return store.installDelta(key, base, stamp, position, delta, offset, length, watermark);
  }

  /** What stands in front has been promised its room. */
  @Override
  public void reserve(int rows, long bytes) {
    int pending = 0;
    long pendingBytes = 0;
    for (PendingRows each : fronts.all) {
      pending += each.size();
      pendingBytes += each.bytes();
    }
    store.reserve(rows + pending, bytes + pendingBytes);
  }

  @Override
  public void reserveDeletes(int rows) {
    int pending = 0;
    for (PendingRows each : fronts.all) {
      pending += each.size();
    }
    store.reserveDeletes(rows + pending);
  }

  /**
   * Puts rows of one commit in front of those of the store. A row that was installed since the walk
   * began may have been passed by it or not, and may have been written again: the store is asked
   * for it once more.
   */
  private static final class Merge extends MergedScan {
    private final PendingRows rows;
    private final RowStore store;
    private final Snapshot snapshot;
    private final RowVersion version = new RowVersion();
    private final int step;
    private final int end;
    private int next;

    private Merge(
        PendingRows rows,
        RowStore store,
        Snapshot snapshot,
        RowVisitor visitor,
        boolean backwards,
        int first,
        int end) {
      super(visitor, backwards);
      this.rows = rows;
      this.store = store;
      this.snapshot = snapshot;
      this.step = backwards ? -1 : 1;
      this.next = backwards ? end - 1 : first;
      this.end = backwards ? first - 1 : end;
    }

    /** A merge of the rows of a range that were not installed by now; null if there are none. */
    static Merge of(
        PendingRows rows,
        RowStore store,
        int tableId,
        byte[] from,
        byte[] to,
        boolean backwards,
        Snapshot snapshot,
        RowVisitor visitor) {
      int pending = rows.firstPending();
      int first = Math.max(pending, rows.ceiling(new RowKey(tableId, from)));
      int end =
          rows.ceiling(to == null ? new RowKey(tableId + 1, new byte[0]) : new RowKey(tableId, to));
      return first < end && rows.isSeenBy(snapshot)
          ? new Merge(rows, store, snapshot, visitor, backwards, first, end)
          : null;
    }

    @Override
    protected byte[] nextKey() {
      return next == end ? null : rows.key(next).bytes();
    }

    @Override
    protected RowVersion takeNext() {
      int number = next;
      next += step;
      boolean isThere =
          rows.isInstalled(number)
              ? store.read(rows.key(number), snapshot, version)
              : rows.read(number, version);
      return isThere ? version : null;
    }
  }
}
