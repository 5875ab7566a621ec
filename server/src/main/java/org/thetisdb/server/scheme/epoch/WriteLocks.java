package org.thetisdb.server.scheme.epoch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Keys that transactions of an epoch view write that are not decided, in logical time. With each
 * stands until when it was read as it was locked: up to there others may still read it, since it is
 * written later. Nobody waits for a lock. Not thread-safe; the site's engine owns it.
 */
public final class WriteLocks {
  private final Map<Long, List<RowKey>> held = new HashMap<>();
  private final TreeMap<RowKey, Lock> locks = new TreeMap<>();

  private record Lock(long transaction, long readUntil) {}

  /** Whether a transaction has locked something, or nothing by intent. */
  public boolean has(long transaction) {
    return held.containsKey(transaction);
  }

  /** Whether nobody else has locked one of these. */
  public boolean areFree(List<RowKey> keys, long transaction) {
    for (RowKey key : keys) {
      Lock lock = locks.get(key);
      if (lock != null && lock.transaction != transaction) {
        return false;
      }
    }
    return true;
  }

  /** Locks what is {@linkplain #areFree free}; once for each transaction. */
  public void lock(List<RowKey> keys, List<Long> readUntil, long transaction) {
    if (held.put(transaction, keys) != null) {
      throw new IllegalStateException("transaction " + transaction + " locks again");
    }
    for (int i = 0; i < keys.size(); i++) {
      locks.put(keys.get(i), new Lock(transaction, readUntil.get(i)));
    }
  }

  /** Frees what a transaction has locked. */
  public void free(long transaction) {
    List<RowKey> keys = held.remove(transaction);
    if (keys != null) {
      keys.forEach(locks::remove);
    }
  }

  /** Until when a key may be read for all that others have locked; it may be the end of time. */
  public long readableUntil(RowKey key, long transaction) {
    Lock lock = locks.isEmpty() ? null : locks.get(key);
    return lock == null || lock.transaction == transaction ? Long.MAX_VALUE : lock.readUntil;
  }

  /** Until when all keys of a range may be read for all that others have locked. */
  public long readableUntil(KeyRange range, long transaction) {
    long until = Long.MAX_VALUE;
    for (Lock lock : range.within(locks).values()) {
      until = lock.transaction == transaction ? until : Math.min(until, lock.readUntil);
    }
    return until;
  }

  /** Until when a key was read as a transaction locked it. */
  public long readUntil(RowKey key, long transaction) {
    Lock lock = locks.get(key);
    if (lock == null || lock.transaction != transaction) {
      throw new IllegalStateException("transaction " + transaction + " has not locked " + key);
    }
    return lock.readUntil;
  }
}
