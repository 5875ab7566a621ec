package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.ColumnsRead;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * What an interactive transaction has read in its snapshot: keys, be there a row or not, with the
 * columns that were looked at, and ranges as far as they were read. With it a transaction is
 * serializable (hazard 10), and its snapshot can move forward where nothing of it was changed.
 * Bounded; one that reads more can no longer do either. Not thread-safe.
 */
public final class ReadSet {
  private static final byte[] NO_ROW = {};

  private final Bounds bounds;
  private final Map<RowKey, ReadRow> keys = new LinkedHashMap<>();
  private final List<KeySet.KeyRange> ranges = new ArrayList<>();
  private int rows;
  private boolean tooLarge;

  /**
   * How much is kept.
   *
   * @param keys most keys
   * @param ranges most ranges
   * @param rows most rows in ranges, since each is looked at again
   */
  public record Bounds(int keys, int ranges, int rows) {
    /** For the check at the COMMIT, without which a serializable transaction cannot write. */
    public static final Bounds TO_CHECK = new Bounds(10_000, 1_000, 20_000);

    /** For a snapshot that may move: it is worth less. */
    static final Bounds TO_MOVE = new Bounds(1_000, 100, 2_000);
  }

  /** A row as it was read, with the form that its table had then; without an image if not there. */
  private record ReadRow(byte[] image, Table table, ColumnsRead columns) {
    boolean hasChanged(RowKey key, byte[] now, RegisteredTable current) {
      if (current == null || !current.table().equals(table)) {
        return true; // columns may go by other numbers
      }
      Row before = Row.of(table, key.bytes(), image);
      Row after = Row.of(table, key.bytes(), now);
      TableSchema schema = table.schema();
      for (int i = schema.keyColumns(); i < schema.columns().size(); i++) {
        if (columns.contains(i) && !Objects.deepEquals(before.get(i), after.get(i))) {
          return true;
        }
      }
      return false;
    }
  }

  /** How much was read at some time. */
  record Mark(int keys, int ranges, int rows) {}

  ReadSet(Bounds bounds) {
    this.bounds = bounds;
  }

  /**
   * A key was looked up.
   *
   * @param image the row; null if there is none
   * @param table as it is defined now
   * @return takes down which columns are looked at
   */
  ColumnsRead add(RowKey key, byte[] image, Table table) {
    if (tooLarge) {
      return null;
    }
    ReadRow known = keys.get(key);
    if (known != null) {
      return known.columns;
    }
    ReadRow row = new ReadRow(image == null ? NO_ROW : image, table, new ColumnsRead());
    keys.put(key, row);
    requireBounds();
    return row.columns;
  }

  /** More was read than is kept. */
  public void giveUp() {
    tooLarge = true;
    keys.clear();
    ranges.clear();
  }

  /** What was read so far, for {@link #rollBackTo}. */
  public Mark mark() {
    return new Mark(keys.size(), ranges.size(), rows);
  }

  /** Forgets what was read since: what read it was rolled back, and no client has seen it. */
  public void rollBackTo(Mark mark) {
    if (tooLarge) {
      return;
    }
    int kept = 0;
    for (Iterator<RowKey> each = keys.keySet().iterator(); each.hasNext(); ) {
      each.next();
      if (kept++ >= mark.keys) {
        each.remove();
      }
    }
    ranges.subList(mark.ranges, ranges.size()).clear();
    rows = mark.rows;
  }

  /** A range was read, up to the last of the rows that were found if these are as many as asked. */
  void add(int tableId, KeyRange range, int limit, boolean backwards, List<Row> found) {
    if (tooLarge) {
      return;
    }
    ranges.add(partRead(tableId, range, limit, backwards, found));
    rows += found.size();
    requireBounds();
  }

  /** The part of a range that was read. */
  static KeySet.KeyRange partRead(
      int tableId, KeyRange range, int limit, boolean backwards, List<Row> found) {
    byte[] from = range.encodedFrom();
    byte[] to = range.encodedTo();
    if (!found.isEmpty() && found.size() >= limit) {
      byte[] last = found.get(found.size() - 1).encodedKey();
      from = backwards ? last : from;
      to = backwards ? to : Arrays.copyOf(last, last.length + 1);
    }
    return new KeySet.KeyRange(tableId, from, to);
  }

  private void requireBounds() {
    if (keys.size() > bounds.keys || ranges.size() > bounds.ranges || rows > bounds.rows) {
      giveUp();
    }
  }

  /** Whether more was read than is kept. */
  public boolean isTooLarge() {
    return tooLarge;
  }

  /** Keys and ranges, as the router gets them to have them mastered here. */
  public KeySet toKeySet() {
    return new KeySet(List.of(), List.copyOf(keys.keySet()), List.copyOf(ranges));
  }

  /** Rows that were read by their keys; a view. */
  public Set<RowKey> keys() {
    return keys.keySet();
  }

  /** Ranges that were read; a view. */
  public List<KeySet.KeyRange> ranges() {
    return ranges;
  }

  /**
   * A row that was read and that others than a transaction over several sites have prepared: what
   * they decide may come at any moment. Null if there is none.
   */
  public RowKey undecidedIn(PreparedRows prepared, long transaction) {
    return prepared.firstWrittenByOther(keys.keySet(), ranges, transaction);
  }

  /**
   * Whether what one snapshot sees is as another one saw it: no column that was looked at has
   * changed, and no row came or went.
   *
   * @param seen the snapshot that was read
   * @param now a later one, or all that is there
   */
  public boolean isUnchanged(RowStore store, TableRegistry tables, Snapshot seen, Snapshot now) {
    RowVersion version = new RowVersion();
    for (Map.Entry<RowKey, ReadRow> entry : keys.entrySet()) {
      RowKey key = entry.getKey();
      ReadRow row = entry.getValue();
      boolean isThere = store.read(key, now, version);
      boolean wasThere = row.image != NO_ROW;
      if (isThere && wasThere) {
        boolean isSame = seen.isVisible(version.stamp(), version.position());
        if (!isSame && row.hasChanged(key, version.toByteArray(), tables.byId(key.tableId()))) {
          return false;
        }
      } else if (isThere || wasThere) {
        return false;
      }
    }
    for (KeySet.KeyRange range : ranges) {
      if (!isUnchanged(range, store, seen, now)) {
        return false;
      }
    }
    return true;
  }

  /** Every row is one that was seen, and they are as many as were seen. */
  private static boolean isUnchanged(
      KeySet.KeyRange range, RowStore store, Snapshot seen, Snapshot now) {
    boolean[] changed = {false};
    int[] count = {0};
    byte[] to = range.to().length == 0 ? null : range.to();
    store.scan(
        range.tableId(),
        range.from(),
        to,
        false,
        now,
        (key, version) -> {
          changed[0] = !seen.isVisible(version.stamp(), version.position());
          count[0]++;
          return !changed[0];
        });
    if (changed[0]) {
      return false;
    }
    store.scan(
        range.tableId(),
        range.from(),
        to,
        false,
        seen,
        (key, version) -> {
          count[0]--;
          return true;
        });
    return count[0] == 0;
  }
}
