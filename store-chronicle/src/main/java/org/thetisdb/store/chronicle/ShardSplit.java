package org.thetisdb.store.chronicle;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import org.thetisdb.core.key.RowKey;

/**
 * The move of half of a shard's rows to a new shard, in small steps beside the work of everybody.
 * Thread-safe; one thread moves at a time, and others do not wait for it.
 *
 * <p>A row whose hash has the bit is looked for in the new shard and then in the old one, and moved
 * before it is changed. So at any time it stands in the shard where it is looked for last, or in
 * both, alike.
 */
final class ShardSplit {
  private final Shard from;
  private final Shard to;
  private final long bit;
  private final KeyLocks locks;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final ArrayDeque<RowKey> waiting = new ArrayDeque<>();
  private int nextSegment;

  ShardSplit(Shard from, Shard to, long bit, KeyLocks locks) {
    this.from = from;
    this.to = to;
    this.bit = bit;
    this.locks = locks;
  }

  /** The shard that gives rows away. */
  Shard from() {
    return from;
  }

  /** The shard that takes rows. */
  Shard to() {
    return to;
  }

  /** Moves up to {@code maxRows} rows; nothing if another thread is at it. */
  void step(int maxRows, ChainTrimmer trimmer) {
    if (busy.compareAndSet(false, true)) {
      try {
        moveSome(maxRows, trimmer);
      } finally {
        busy.set(false);
      }
    }
  }

  private void moveSome(int maxRows, ChainTrimmer trimmer) {
    for (int moved = 0; moved < maxRows && from.split() == this; moved++) {
      RowKey key = waiting.poll();
      if (key != null) {
        move(key, trimmer);
      } else if (nextSegment < from.segments()) {
        from.forEachKey(nextSegment++, this::queue);
      } else {
        to.split(null);
        from.split(null);
      }
    }
  }

  private void queue(RowKey key) {
    if ((key.hash() & bit) != 0) {
      waiting.add(key);
    }
  }

  private void move(RowKey key, ChainTrimmer trimmer) {
    synchronized (locks.of(key.hash())) {
      from.move(key, to, trimmer);
    }
  }
}
