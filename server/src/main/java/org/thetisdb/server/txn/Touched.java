package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.Row;

/**
 * What a run has touched: rows that it read by their keys, ranges, and rows that it locked and did
 * not write. What it wrote is in the transaction's write set. Owned by the engine's event loop:
 * what asks holds it.
 */
final class Touched {
  private final Transaction transaction;
  private final List<RowKey> keys = new ArrayList<>(4);
  private final List<KeySet.KeyRange> ranges = new ArrayList<>(0);

  /** Rows that were locked, and not written. */
  private final List<RowKey> lockedAlone = new ArrayList<>(0);

  Touched(Transaction transaction) {
    this.transaction = transaction;
  }

  /** Rows that were read by their keys, in that order, some perhaps more than once; the list. */
  List<RowKey> keys() {
    return keys;
  }

  /** Ranges that were read; the list. */
  List<KeySet.KeyRange> ranges() {
    return ranges;
  }

  /** Rows that were found are validated one by one, and the range as far as it was read. */
  void replaceLast(KeySet.KeyRange range, List<Row> found) {
    ranges.set(ranges.size() - 1, range);
    found.forEach(row -> keys.add(new RowKey(range.tableId(), row.encodedKey())));
  }

  /** A row was locked to be read. */
  void lockedAlone(RowKey key) {
    lockedAlone.add(key);
  }

  /** Whether rows were locked to be read that were not planned to be written. */
  boolean hasLockedAlone() {
    return !lockedAlone.isEmpty();
  }

  /** What was touched, and nothing that was only planned; each key once. */
  KeySet alone() {
    return new KeySet(
        sorted(new ArrayList<>(transaction.writes.keys())),
        List.copyOf(new LinkedHashSet<>(keys)),
        List.copyOf(ranges));
  }

  /** All keys that were planned or touched. */
  KeySet andPlanned() {
    KeySet planned = transaction.plan().toKeySet();
    List<RowKey> written = new ArrayList<>(transaction.writes.keys());
    written.addAll(planned.written());
    written.addAll(lockedAlone);
    Set<RowKey> read = new LinkedHashSet<>(keys);
    read.addAll(planned.read());
    List<KeySet.KeyRange> allRanges = new ArrayList<>(ranges);
    allRanges.addAll(planned.ranges());
    return new KeySet(sorted(written), List.copyOf(read), allRanges);
  }

  /**
   * The keys in order, each once. Most statements write many rows in the order of their keys, which
   * are passed once then.
   */
  private static List<RowKey> sorted(List<RowKey> keys) {
    keys.sort(null);
    List<RowKey> once = new ArrayList<>(keys.size());
    RowKey before = null;
    for (RowKey key : keys) {
      if (!key.equals(before)) {
        once.add(key);
      }
      before = key;
    }
    return Collections.unmodifiableList(once);
  }
}
