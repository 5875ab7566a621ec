package org.thetisdb.server.scheme.epoch;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.server.lock.ReadLocks;

/**
 * What is locked in an epoch view for transactions that are not decided: rows that they write, and
 * what they have read and was validated, which nobody else writes meanwhile. Nobody waits for a
 * lock. Not thread-safe; the site's engine owns it.
 */
public final class EpochLocks {
  /** The readers are this site's; it has a number only where sites' locks are kept together. */
  private static final int SITE = 0;

  private final Map<Long, KeySet> held = new HashMap<>();
  private final TreeMap<RowKey, Long> writers = new TreeMap<>();
  private final ReadLocks readers = new ReadLocks();

  /** Whether nobody else has locked something in a way that stands against this. */
  public boolean isFree(KeySet keys, long transaction) {
    if (held.isEmpty()) {
      return true;
    }
    for (RowKey key : keys.written()) {
      if (isWrittenByOther(key, transaction) || readers.isHeldByOther(key, transaction)) {
        return false;
      }
    }
    for (RowKey key : keys.read()) {
      if (isWrittenByOther(key, transaction)) {
        return false;
      }
    }
    for (KeyRange range : keys.ranges()) {
      if (isAnyWrittenIn(range, transaction)) {
        return false;
      }
    }
    return true;
  }

  private boolean isWrittenByOther(RowKey key, long transaction) {
    Long writer = writers.get(key);
    return writer != null && writer != transaction;
  }

  private boolean isAnyWrittenIn(KeyRange range, long transaction) {
    for (long writer : range.within(writers).values()) {
      if (writer != transaction) {
        return true;
      }
    }
    return false;
  }

  /** Locks what is {@linkplain #isFree free}; once for each transaction. */
  public void lock(KeySet keys, long transaction) {
    if (held.put(transaction, keys) != null) {
      throw new IllegalStateException("transaction " + transaction + " locks again");
    }
    keys.written().forEach(key -> writers.put(key, transaction));
    readers.add(transaction, SITE, keys.read(), keys.ranges());
  }

  /** Frees all that is locked for a transaction. */
  public void free(long transaction) {
    KeySet keys = held.remove(transaction);
    if (keys != null) {
      keys.written().forEach(key -> writers.remove(key, transaction));
      readers.remove(transaction, SITE, keys.read(), keys.ranges());
    }
  }

  /** Number of transactions for which something is locked. */
  public int size() {
    return held.size();
  }
}
