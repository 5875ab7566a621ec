package org.thetisdb.store.chronicle;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.StoreConfig;

/**
 * Finds the shard of a key, and splits shards that are full. The low bits of a key's hash choose an
 * entry of the directory; a shard that more than one entry names can be split by one more bit, and
 * the directory doubles when it must. A key's row stands in one shard, so a read is one access of
 * one map, but for rows of a shard that is being split: those may take two. Thread-safe.
 */
final class ShardDirectory implements AutoCloseable {
  private static final int MAX_DIRECTORY = 1 << 14;

  private final StoreConfig config;
  private final ShardSize size;
  private final MemoryBudget budget;
  private final KeyLocks locks;

  /** Held by the one thread that starts a split; others go on without. */
  private final AtomicBoolean changing = new AtomicBoolean();

  /** Shards that were made. */
  private final AtomicInteger made = new AtomicInteger();

  /** Replaced, never changed; its length is a power of two. */
  private volatile Shard[] directory;

  ShardDirectory(StoreConfig config, MemoryBudget budget, KeyLocks locks) {
    this.config = config;
    this.size = ShardSize.of(config);
    this.budget = budget;
    this.locks = locks;
    this.directory = new Shard[] {newShard()};
  }

  private Shard newShard() {
    return new Shard(config, size, ShardSize.splitShare(made.getAndIncrement()), budget);
  }

  private static Shard find(Shard[] shards, long hash) {
    return shards[(int) hash & (shards.length - 1)];
  }

  /** Lets the prepared reader see the key's chain; false if there is none. */
  boolean read(RowKey key, long hash, ChainReader reader) {
    while (true) {
      Shard shard = find(directory, hash);
      // Read before the shard: if the split ends meanwhile, the row is looked for once too often.
      ShardSplit split = shard.split();
      if (shard.read(key, reader)) {
        return true;
      }
      if (split != null
          && split.to() == shard
          && (split.from().read(key, reader) || shard.read(key, reader))) {
        return true;
      }
      // The shard may have given the row away, but then the directory has changed before.
      if (find(directory, hash) == shard) {
        return false;
      }
    }
  }

  /** The shard in which a key's row stands or may be put. The caller holds the key's monitor. */
  Shard forChange(RowKey key, long hash, ChainTrimmer trimmer) {
    Shard shard = find(directory, hash);
    ShardSplit split = shard.split();
    if (split != null && split.to() == shard) {
      split.from().move(key, shard, trimmer);
    }
    return shard;
  }

  /**
   * Does the share of one change in splitting shards, before the change: what fails here leaves
   * everything as it was. The caller holds no monitor.
   */
  void beforeChange(long hash, int maxMoves, ChainTrimmer trimmer) {
    Shard shard = find(directory, hash);
    ShardSplit split = shard.split();
    if (split != null) {
      split.step(maxMoves, trimmer);
    } else if (shard.isOverfull() && changing.compareAndSet(false, true)) {
      try {
        startSplit(shard);
      } finally {
        changing.set(false);
      }
    }
  }

  private void startSplit(Shard shard) {
    Shard[] before = directory;
    int entries = 0;
    int first = -1;
    for (int i = 0; i < before.length; i++) {
      if (before[i] == shard) {
        first = entries == 0 ? i : first;
        entries++;
      }
    }
    boolean atMost = entries == 1 && before.length >= MAX_DIRECTORY;
    if (entries > 0 && shard.split() == null && shard.isOverfull() && !atMost) {
      split(shard, before, first, before.length / entries);
    }
  }

  /** Entries {@code first}, {@code first + stride}, … name the shard; every second goes away. */
  private void split(Shard shard, Shard[] before, int first, int stride) {
    int length = Math.max(before.length, stride * 2);
    Shard[] after = new Shard[length];
    for (int i = 0; i < length; i++) {
      after[i] = before[i & (before.length - 1)];
    }
    Shard taker = newShard();
    ShardSplit split = new ShardSplit(shard, taker, stride, locks);
    for (int i = first + stride; i < length; i += stride * 2) {
      after[i] = taker;
    }
    taker.split(split);
    directory = after;
    // A thread that found the old shard before this may still put a row into it; then it is too
    // late.
    locks.awaitHolders();
    shard.split(split);
  }

  /** Goes on with splits that nobody's changes bring forward. */
  void advance(int maxMoves, ChainTrimmer trimmer) {
    for (Shard shard : shards()) {
      ShardSplit split = shard.split();
      if (split != null) {
        split.step(maxMoves, trimmer);
        return;
      }
    }
  }

  private Set<Shard> shards() {
    Set<Shard> shards = Collections.newSetFromMap(new IdentityHashMap<>());
    Collections.addAll(shards, directory);
    return shards;
  }

  /** Number of shards. */
  int count() {
    return shards().size();
  }

  /** Frees what chains have outside the maps. Nobody may use the store any more. */
  void freeOutside(ChainTrimmer trimmer) {
    for (Shard shard : shards()) {
      shard.freeOutside(trimmer);
    }
  }

  @Override
  public void close() {
    for (Shard shard : shards()) {
      shard.close();
    }
  }
}
