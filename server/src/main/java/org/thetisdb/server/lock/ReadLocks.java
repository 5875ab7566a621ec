package org.thetisdb.server.lock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Shared locks that transactions over several sites hold until they are decided: on keys, be there
 * a row or not, and on ranges, into which nobody else may write. Transactions are told apart by
 * their numbers, and each lock knows at which site it was taken. Not thread-safe; the site's engine
 * owns it.
 */
public final class ReadLocks {
  private final Map<RowKey, List<Long>> keys = new HashMap<>();
  private final List<HeldRange> ranges = new ArrayList<>(0);

  private record HeldRange(long transaction, int site, KeyRange range) {}

  /** Locks keys and ranges for a transaction, as a site has granted them. */
  public void add(long transaction, int site, List<RowKey> read, List<KeyRange> readRanges) {
    for (RowKey key : read) {
      keys.computeIfAbsent(key, k -> new ArrayList<>(2)).add(transaction);
    }
    for (KeyRange range : readRanges) {
      ranges.add(new HeldRange(transaction, site, range));
    }
  }

  /** Frees what {@link #add} has locked. */
  public void remove(long transaction, int site, List<RowKey> read, List<KeyRange> readRanges) {
    for (RowKey key : read) {
      List<Long> holders = keys.get(key);
      if (holders != null && holders.remove((Long) transaction) && holders.isEmpty()) {
        keys.remove(key);
      }
    }
    if (!readRanges.isEmpty()) {
      ranges.removeIf(held -> held.transaction == transaction && held.site == site);
    }
  }

  /** Whether one of these transactions holds a key, by itself or in a range. */
  public boolean isHeldByAny(RowKey key, LongPredicate which) {
    return isKeyHeld(key, which) || isInHeldRange(key, which);
  }

  private boolean isKeyHeld(RowKey key, LongPredicate which) {
    List<Long> holders = keys.isEmpty() ? List.of() : keys.getOrDefault(key, List.of());
    for (int i = 0; i < holders.size(); i++) {
      if (which.test(holders.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean isInHeldRange(RowKey key, LongPredicate which) {
    for (int i = 0; i < ranges.size(); i++) {
      HeldRange held = ranges.get(i);
      if (which.test(held.transaction) && held.range.contains(key)) {
        return true;
      }
    }
    return false;
  }

  /** Whether another transaction than this one holds a key, by itself or in a range. */
  public boolean isHeldByOther(RowKey key, long transaction) {
    return isHeldByAny(key, other -> other != transaction);
  }

  /** All transactions that hold a key, by itself or in a range; one may be named again. */
  public void forEachHolder(RowKey key, LongConsumer action) {
    keys.getOrDefault(key, List.of()).forEach(action::accept);
    for (HeldRange held : ranges) {
      if (held.range.contains(key)) {
        action.accept(held.transaction);
      }
    }
  }

  /** Whether a transaction holds a key by itself. */
  public boolean isHeldBy(RowKey key, long transaction) {
    List<Long> holders = keys.isEmpty() ? null : keys.get(key);
    return holders != null && holders.contains(transaction);
  }

  /** Whether a transaction holds all of a range, as one that this site has granted. */
  public boolean isHeldBy(int tableId, byte[] from, byte[] to, long transaction, int site) {
    for (int i = 0; i < ranges.size(); i++) {
      HeldRange held = ranges.get(i);
      if (held.transaction == transaction
          && held.site == site
          && held.range.tableId() == tableId
          && held.range.encloses(from, to)) {
        return true;
      }
    }
    return false;
  }
}
