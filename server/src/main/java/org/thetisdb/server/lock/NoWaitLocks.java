package org.thetisdb.server.lock;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Locks that are there at once or not at all (NO_WAIT), for transactions that are not decided: on
 * rows that they write, and on keys and ranges that they have read and that were validated, which
 * nobody else writes meanwhile. In logical time a row that is going to be written may be read until
 * the time at which it was read last; that stands with its lock. Not thread-safe; the site's engine
 * owns it.
 */
public final class NoWaitLocks {
  /** The readers are this site's; it has a number only where sites' locks are kept together. */
  private static final int SITE = 0;

  private final Map<Long, KeySet> held = new HashMap<>();
  private final TreeMap<RowKey, Writer> writers = new TreeMap<>();
  private final ReadLocks readers = new ReadLocks();

  private record Writer(long transaction, long readUntil) {}

  /** Whether a transaction has locked something, or nothing by intent. */
  public boolean has(long transaction) {
    return held.containsKey(transaction);
  }

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
    Writer writer = writers.get(key);
    return writer != null && writer.transaction != transaction;
  }

  private boolean isAnyWrittenIn(KeyRange range, long transaction) {
    for (Writer writer : range.within(writers).values()) {
      if (writer.transaction != transaction) {
        return true;
      }
    }
    return false;
  }

  /** Locks what is {@linkplain #isFree free}; once for each transaction. */
  public void lock(KeySet keys, long transaction) {
    lock(keys, Collections.nCopies(keys.written().size(), Long.MAX_VALUE), transaction);
  }

  /**
   * The same in logical time.
   *
   * @param readUntil when each of the written keys was read last
   */
  public void lock(KeySet keys, List<Long> readUntil, long transaction) {
    if (held.put(transaction, keys) != null) {
      throw new IllegalStateException("transaction " + transaction + " locks again");
    }
    for (int i = 0; i < readUntil.size(); i++) {
      writers.put(keys.written().get(i), new Writer(transaction, readUntil.get(i)));
    }
    readers.add(transaction, SITE, keys.read(), keys.ranges());
  }

  /** Frees all that is locked for a transaction. */
  public void free(long transaction) {
    KeySet keys = held.remove(transaction);
    if (keys != null) {
      keys.written().forEach(writers::remove);
      readers.remove(transaction, SITE, keys.read(), keys.ranges());
    }
  }

  /** Until when a key may be read for all that others are to write; it may be the end of time. */
  public long readableUntil(RowKey key, long transaction) {
    Writer writer = writers.isEmpty() ? null : writers.get(key);
    return writer == null || writer.transaction == transaction ? Long.MAX_VALUE : writer.readUntil;
  }

  /** Until when all keys of a range may be read for all that others are to write. */
  public long readableUntil(KeyRange range, long transaction) {
    long until = Long.MAX_VALUE;
    for (Writer writer : range.within(writers).values()) {
      until = writer.transaction == transaction ? until : Math.min(until, writer.readUntil);
    }
    return until;
  }

  /** When a key that a transaction is to write was read last. */
  public long readUntil(RowKey key, long transaction) {
    Writer writer = writers.get(key);
    if (writer == null || writer.transaction != transaction) {
      throw new IllegalStateException("transaction " + transaction + " has not locked " + key);
    }
    return writer.readUntil;
  }

  /** Number of transactions for which something is locked. */
  public int size() {
    return held.size();
  }
}
