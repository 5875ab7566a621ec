package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/** Rows of a range under a snapshot, with the transaction's own writes in front of them. */
public final class RangeScan {
  /** A scan of up to this many rows most likely gets as many. */
  private static final int LARGEST_BATCH = 1024;

  private static final int FEW_ROWS = 32;
  private static final int[] NOTHING = {};

  private final RowStore store;
  private final WriteSet writes;

  /** A scan of rows that are stored, with own writes in front of them. */
  public RangeScan(RowStore store, WriteSet writes) {
    this.store = store;
    this.writes = writes;
  }

  /** Rows are of the newest version of the table, whichever one the range was made with. */
  public List<Row> scan(
      RegisteredTable table, KeyRange range, int limit, boolean backwards, Snapshot snapshot) {
    byte[] to = range.encodedTo().length == 0 ? null : range.encodedTo();
    int[] own = ownWrites(table.id(), range, backwards);
    Merge merge = new Merge(table.table(), own, limit, backwards);
    store.scan(table.id(), range.encodedFrom(), to, backwards, snapshot, merge);
    merge.finish();
    return merge.rows;
  }

  /** Entries of the write set that lie in the range, in the order of the scan. */
  private int[] ownWrites(int tableId, KeyRange range, boolean backwards) {
    List<Integer> own = null;
    for (int i = 0; i < writes.size(); i++) {
      RowKey key = writes.key(i);
      if (key.tableId() == tableId && contains(range, key.bytes())) {
        own = own == null ? new ArrayList<>() : own;
        own.add(i);
      }
    }
    if (own == null) {
      return NOTHING;
    }
    Comparator<Integer> byKey =
        (a, b) -> Arrays.compareUnsigned(writes.key(a).bytes(), writes.key(b).bytes());
    own.sort(backwards ? byKey.reversed() : byKey);
    return own.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean contains(KeyRange range, byte[] key) {
    return Arrays.compareUnsigned(key, range.encodedFrom()) >= 0
        && (range.encodedTo().length == 0 || Arrays.compareUnsigned(key, range.encodedTo()) < 0);
  }

  /** Puts stored rows and own writes in one order, as the walk brings the stored ones. */
  private final class Merge implements RowStore.RowVisitor {
    private final Table table;
    private final int[] own;
    private final int limit;
    private final boolean backwards;
    private final List<Row> rows;
    private int nextOwn;

    Merge(Table table, int[] own, int limit, boolean backwards) {
      this.table = table;
      this.own = own;
      this.limit = limit;
      this.backwards = backwards;
      this.rows = new ArrayList<>(limit <= LARGEST_BATCH ? limit : FEW_ROWS);
    }

    @Override
    public boolean visit(byte[] key, RowVersion version) {
      boolean replaced = false;
      while (nextOwn < own.length && rows.size() < limit) {
        int order = Arrays.compareUnsigned(writes.key(own[nextOwn]).bytes(), key);
        if (backwards ? order < 0 : order > 0) {
          break;
        }
        replaced |= order == 0;
        addOwn();
      }
      if (!replaced && rows.size() < limit) {
        rows.add(Row.taking(table, key, version.take()));
      }
      return rows.size() < limit;
    }

    /** Own writes behind the last stored row. */
    void finish() {
      while (nextOwn < own.length && rows.size() < limit) {
        addOwn();
      }
    }

    private void addOwn() {
      int entry = own[nextOwn++];
      if (writes.image(entry) != null) {
        rows.add(Row.of(table, writes.key(entry).bytes(), writes.image(entry)));
      }
    }
  }
}
