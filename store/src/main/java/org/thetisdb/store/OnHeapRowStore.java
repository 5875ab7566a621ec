package org.thetisdb.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.thetisdb.core.key.RowKey;

/**
 * The reference: rows in a sorted map on the heap, chains as immutable lists. It is slow and
 * obviously right; tests compare the engines with it. Writers take turns, readers never wait.
 */
public final class OnHeapRowStore implements RowStore {
  private static final int VERSION_OVERHEAD_BYTES = 64;
  private static final byte[] FIRST_KEY = new byte[0];

  private final StoreConfig config;
  private final MemoryBudget budget;
  private final ConcurrentSkipListMap<RowKey, List<Version>> rows = new ConcurrentSkipListMap<>();

  /** By table: it is asked for much more often than it changes. */
  private final ConcurrentHashMap<Integer, Long> rowCounts = new ConcurrentHashMap<>();

  private final DeletedRows deleted = new DeletedRows();
  private RowKey collectedUpTo;
  private long rounds;
  private long walkUntilRound;

  /** An empty store. */
  public OnHeapRowStore(StoreConfig config) {
    this.config = config;
    this.budget = new MemoryBudget(config);
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    return copyVisible(rows.get(key), snapshot, into);
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    List<Version> chain = rows.get(key);
    if (chain == null) {
      return false;
    }
    chain.get(0).copyTo(into);
    return true;
  }

  private static boolean copyVisible(List<Version> chain, Snapshot snapshot, RowVersion into) {
    int seen = chain == null ? -1 : firstVisible(chain, snapshot);
    if (seen < 0 || chain.get(seen).isDelete()) {
      return false;
    }
    chain.get(seen).copyTo(into);
    return true;
  }

  @Override
  public synchronized int install(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    Version version = Version.of(stamp, position, row, offset, length);
    List<Version> before = rows.getOrDefault(key, List.of());
    List<Version> after = new ArrayList<>(before);
    after.add(0, version);
    int needed = firstVisible(after, watermark);
    int kept = budget.isShort() ? 1 : config.versionsKept();
    if (needed >= 0) {
      truncate(after, Math.max(needed + 1, kept));
    }
    replace(key, before, after);
    if (row == null) {
      deleted.add(key, stamp, position);
    }
    if (before.isEmpty()) {
      rowCounts.merge(key.tableId(), 1L, Long::sum);
    }
    return after.size();
  }

  private void replace(RowKey key, List<Version> before, List<Version> after) {
    long growth = sizeOf(after) - sizeOf(before);
    budget.take(growth);
    rows.put(key, List.copyOf(after));
    budget.free(-growth);
  }

  private static void truncate(List<Version> chain, int size) {
    if (chain.size() > size) {
      chain.subList(size, chain.size()).clear();
    }
  }

  private static int firstVisible(List<Version> chain, Snapshot snapshot) {
    for (int i = 0; i < chain.size(); i++) {
      if (snapshot.isVisible(chain.get(i).stamp, chain.get(i).position)) {
        return i;
      }
    }
    return -1;
  }

  private static long sizeOf(List<Version> chain) {
    long bytes = 0;
    for (Version version : chain) {
      bytes += VERSION_OVERHEAD_BYTES + (version.isDelete() ? 0 : version.row.length);
    }
    return bytes;
  }

  @Override
  public void scan(
      int tableId,
      byte[] from,
      byte[] to,
      boolean backwards,
      Snapshot snapshot,
      RowVisitor visitor) {
    RowKey first = new RowKey(tableId, from);
    RowKey end = to == null ? new RowKey(tableId + 1, FIRST_KEY) : new RowKey(tableId, to);
    if (first.compareTo(end) >= 0) {
      return;
    }
    NavigableMap<RowKey, List<Version>> range = rows.subMap(first, true, end, false);
    RowVersion version = new RowVersion();
    for (Map.Entry<RowKey, List<Version>> row :
        (backwards ? range.descendingMap() : range).entrySet()) {
      if (copyVisible(row.getValue(), snapshot, version)
          && !visitor.visit(row.getKey().bytes(), version)) {
        return;
      }
    }
  }

  @Override
  public void reserve(int rowCount, long bytes) {
    budget.check(bytes + (long) rowCount * VERSION_OVERHEAD_BYTES);
  }

  @Override
  public void reserveDeletes(int rowCount) {
    budget.checkForDeletes((long) rowCount * VERSION_OVERHEAD_BYTES);
  }

  @Override
  public synchronized int collect(Snapshot watermark, int maxDeleted, int maxRows) {
    int removed =
        deleted.collect(
            watermark,
            maxDeleted,
            key -> rows.containsKey(key) && collectRow(key, rows.get(key), watermark));
    if (deleted.handsOver(watermark)) {
      collectedUpTo = null;
      walkUntilRound = rounds + 1;
    }
    boolean mustWalk = rounds < walkUntilRound;
    return removed + walk(watermark, mustWalk ? Math.max(maxRows, maxDeleted) : maxRows);
  }

  private int walk(Snapshot watermark, int maxRows) {
    int removed = 0;
    int looked = 0;
    NavigableMap<RowKey, List<Version>> rest =
        collectedUpTo == null ? rows : rows.tailMap(collectedUpTo, false);
    for (Map.Entry<RowKey, List<Version>> row : rest.entrySet()) {
      if (looked++ == maxRows) {
        break;
      }
      collectedUpTo = row.getKey();
      removed += collectRow(row.getKey(), row.getValue(), watermark) ? 1 : 0;
    }
    if (looked <= maxRows) {
      collectedUpTo = null; // it came to the end
      rounds++;
    }
    return removed;
  }

  private boolean collectRow(RowKey key, List<Version> before, Snapshot watermark) {
    int needed = firstVisible(before, watermark);
    if (needed < 0) {
      return false;
    }
    List<Version> after = before;
    if (needed + 1 < before.size()) {
      after = new ArrayList<>(before.subList(0, needed + 1));
      replace(key, before, after);
    }
    if (needed > 0 || !after.get(0).isDelete()) {
      return false;
    }
    rows.remove(key);
    rowCounts.merge(key.tableId(), -1L, Long::sum);
    budget.free(sizeOf(after));
    return true;
  }

  @Override
  public synchronized int removeRows(int tableId, int most) {
    RowKey first = new RowKey(tableId, FIRST_KEY);
    RowKey end = new RowKey(tableId + 1, FIRST_KEY);
    int removed = 0;
    Iterator<Map.Entry<RowKey, List<Version>>> rest =
        rows.subMap(first, true, end, false).entrySet().iterator();
    while (removed < most && rest.hasNext()) {
      budget.free(sizeOf(rest.next().getValue()));
      rest.remove();
      removed++;
    }
    rowCounts.merge(tableId, (long) -removed, Long::sum);
    return removed;
  }

  @Override
  public long rowCount(int tableId) {
    return rowCounts.getOrDefault(tableId, 0L);
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
    rows.clear();
  }

  /** One immutable version; {@code row} is null for a delete. */
  private record Version(long stamp, long position, byte[] row) {
    static Version of(long stamp, long position, byte[] row, int offset, int length) {
      return new Version(
          stamp, position, row == null ? null : Arrays.copyOfRange(row, offset, offset + length));
    }

    boolean isDelete() {
      return row == null;
    }

    void copyTo(RowVersion into) {
      int length = isDelete() ? 0 : row.length;
      byte[] bytes = into.prepare(stamp, position, isDelete(), length);
      if (length > 0) {
        System.arraycopy(row, 0, bytes, 0, length);
      }
    }
  }
}
