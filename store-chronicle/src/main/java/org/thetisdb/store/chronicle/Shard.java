package org.thetisdb.store.chronicle;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.hash.Data;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ExternalMapQueryContext;
import net.openhft.chronicle.map.MapEntry;
import net.openhft.chronicle.map.MapSegmentContext;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.MemoryBudget;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/**
 * Some of the rows: one Chronicle Map, a chain per key. Reads may run at any time; changes of one
 * key come one after the other, under the caller's {@link KeyLocks}.
 */
final class Shard implements AutoCloseable {
  private static final int USUAL_KEY_BYTES = 14;
  private static final int USUAL_CHAIN_BYTES = 128;

  /** A segment that got more than its share chains further tables; a split makes up for it. */
  private static final double MAX_BLOAT = 50;

  private final StoreConfig config;
  private final long splitBytes;
  private final long splitRows;
  private final MemoryBudget budget;
  private final ChronicleMap<RowKey, ChainReader> map;
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();

  /** The split in which this shard takes part, or null. */
  private volatile ShardSplit split;

  /**
   * An empty shard.
   *
   * @param splitShare the share of its size at which it is split
   */
  Shard(StoreConfig config, ShardSize size, double splitShare, MemoryBudget budget) {
    this.config = config;
    this.splitBytes = (long) (size.splitBytes() * splitShare);
    this.splitRows = (long) (size.splitRows() * splitShare);
    this.budget = budget;
    this.map =
        ChronicleMap.of(RowKey.class, ChainReader.class)
            .name("rows")
            .entries(size.splitRows())
            .averageKeySize(USUAL_KEY_BYTES)
            .averageValueSize(USUAL_CHAIN_BYTES)
            .keyReaderAndDataAccess(new KeyMarshaller(), new KeyMarshaller())
            .valueReaderAndDataAccess(new ChainMarshaller(), new ChainMarshaller())
            .actualSegments(size.segments())
            .entriesPerSegment(size.entriesPerSegment())
            .actualChunkSize(ShardSize.CHUNK_BYTES)
            .actualChunksPerSegmentTier(size.chunksPerSegment())
            .maxBloatFactor(MAX_BLOAT)
            .putReturnsNull(true)
            .removeReturnsNull(true)
            .skipCloseOnExitHook(true)
            .create();
  }

  ShardSplit split() {
    return split;
  }

  void split(ShardSplit newSplit) {
    split = newSplit;
  }

  boolean isOverfull() {
    return bytes.get() > splitBytes || rows.get() > splitRows;
  }

  /** Lets the prepared reader see the key's chain; false if there is none. */
  boolean read(RowKey key, ChainReader reader) {
    return map.getUsing(key, reader) != null;
  }

  /** Whether the key has a chain here. */
  boolean contains(RowKey key) {
    return map.containsKey(key);
  }

  /**
   * Puts the prepared version in front of the key's chain.
   *
   * @return the number of versions then; {@link Workspace#inserted} says whether the row is new
   */
  int install(RowKey key, Snapshot watermark, Workspace own) {
    try (ExternalMapQueryContext<RowKey, ChainReader, ?> query = map.queryContext(key)) {
      query.writeLock().lock();
      MapEntry<RowKey, ChainReader> entry = query.entry();
      own.inserted = entry == null;
      if (entry == null) {
        ChainDraft chain = own.editor.writeFirst(own.version);
        budget.take(entryBytes(key, chain.size()));
        insert(query, key, chain);
        return 1;
      }
      if (budget.isShort()) {
        trim(entry, key, watermark, own.trimmer);
      }
      return update(entry, key, watermark, own);
    }
  }

  /** Adds an entry whose bytes the budget holds already. */
  private void insert(
      ExternalMapQueryContext<RowKey, ChainReader, ?> query, RowKey key, ChainDraft chain) {
    long taken = entryBytes(key, chain.size());
    try {
      query.absentEntry().doInsert(chain);
    } catch (IllegalStateException noRoom) {
      budget.free(taken);
      throw budget.full().causedBy(noRoom);
    }
    rows.incrementAndGet();
    bytes.addAndGet(taken);
  }

  private int update(
      MapEntry<RowKey, ChainReader> entry, RowKey key, Snapshot watermark, Workspace own) {
    ChainEditor editor = own.editor;
    int capacity = (int) entry.value().size();
    editor.open(address(entry), capacity);
    editor.plan(own.version, watermark, budget.isShort() ? 1 : config.versionsKept());
    editor.spill();
    try {
      if (editor.neededBytes() <= capacity) {
        editor.writeInPlace();
      } else {
        grow(entry, key, capacity, editor);
      }
    } catch (RuntimeException refused) {
      editor.rollBackSpill();
      throw refused;
    }
    editor.freeDropped();
    return editor.versions();
  }

  /** Moves the chain to where it has room; twice the room, if memory allows, for the next time. */
  private void grow(
      MapEntry<RowKey, ChainReader> entry, RowKey key, int capacity, ChainEditor editor) {
    long before = entryBytes(key, capacity);
    int newCapacity = Math.max(editor.neededBytes(), capacity * 2);
    if (!budget.hasRoomFor(entryBytes(key, newCapacity) - before)) {
      newCapacity = editor.neededBytes();
    }
    long growth = entryBytes(key, newCapacity) - before;
    budget.take(growth);
    try {
      entry.doReplaceValue(editor.writeDraft(newCapacity));
    } catch (IllegalStateException noRoom) {
      budget.free(growth);
      throw budget.full().causedBy(noRoom);
    }
    bytes.addAndGet(growth);
  }

  /**
   * Drops what nobody needs of the key's chain, all of it if the row is deleted for everybody.
   *
   * @return whether the row was removed
   */
  boolean collect(RowKey key, Snapshot watermark, ChainTrimmer trimmer) {
    try (ExternalMapQueryContext<RowKey, ChainReader, ?> query = map.queryContext(key)) {
      query.writeLock().lock();
      MapEntry<RowKey, ChainReader> entry = query.entry();
      if (entry == null) {
        return false;
      }
      trimmer.open(address(entry), (int) entry.value().size());
      if (!trimmer.isDeletedForAll(watermark)) {
        trim(entry, key, watermark, trimmer);
        return false;
      }
      removeWhole(entry, key, trimmer);
      return true;
    }
  }

  /** Drops the key's chain, whatever needs it; no effect if there is none. */
  void removeWhole(RowKey key, ChainTrimmer trimmer) {
    try (ExternalMapQueryContext<RowKey, ChainReader, ?> query = map.queryContext(key)) {
      query.writeLock().lock();
      MapEntry<RowKey, ChainReader> entry = query.entry();
      if (entry != null) {
        trimmer.open(address(entry), (int) entry.value().size());
        removeWhole(entry, key, trimmer);
      }
    }
  }

  private void removeWhole(MapEntry<RowKey, ChainReader> entry, RowKey key, ChainTrimmer trimmer) {
    trimmer.noteAll();
    budget.free(remove(entry, key));
    trimmer.freeDropped();
  }

  private void trim(
      MapEntry<RowKey, ChainReader> entry, RowKey key, Snapshot watermark, ChainTrimmer trimmer) {
    int capacity = (int) entry.value().size();
    trimmer.open(address(entry), capacity);
    trimmer.trim(watermark);
    if (trimmer.usedBytes() <= capacity / 2) {
      ChainDraft smaller = trimmer.compact();
      long saved = entryBytes(key, capacity) - entryBytes(key, smaller.size());
      entry.doReplaceValue(smaller);
      bytes.addAndGet(-saved);
      budget.free(saved);
    }
  }

  private long remove(MapEntry<RowKey, ChainReader> entry, RowKey key) {
    long freed = entryBytes(key, entry.value().size());
    entry.doRemove();
    rows.decrementAndGet();
    bytes.addAndGet(-freed);
    return freed;
  }

  /** Moves a key's chain, if it is here, to another shard. Readers find it in one or in both. */
  void move(RowKey key, Shard target, ChainTrimmer trimmer) {
    try (ExternalMapQueryContext<RowKey, ChainReader, ?> query = map.queryContext(key)) {
      query.writeLock().lock();
      MapEntry<RowKey, ChainReader> entry = query.entry();
      if (entry != null) {
        trimmer.open(address(entry), (int) entry.value().size());
        ChainDraft chain = trimmer.compact();
        // The budget knows these bytes: what the old entry held passes to the new one.
        target.take(key, chain);
        budget.free(remove(entry, key) - entryBytes(key, chain.size()));
      }
    }
  }

  private void take(RowKey key, ChainDraft chain) {
    try (ExternalMapQueryContext<RowKey, ChainReader, ?> query = map.queryContext(key)) {
      query.writeLock().lock();
      query.absentEntry().doInsert(chain);
      rows.incrementAndGet();
      bytes.addAndGet(entryBytes(key, chain.size()));
    }
  }

  /** Number of segments, for {@link #forEachKey}. */
  int segments() {
    return map.segments();
  }

  /** Calls with a copy of each key of one segment, which stands still meanwhile. */
  void forEachKey(int segment, Consumer<RowKey> action) {
    try (MapSegmentContext<RowKey, ChainReader, ?> context = map.segmentContext(segment)) {
      context.forEachSegmentEntry(entry -> action.accept(entry.key().get()));
    }
  }

  /** Frees what chains have outside the map. Nobody may use the shard any more. */
  void freeOutside(ChainTrimmer trimmer) {
    for (int segment = 0; segment < map.segments(); segment++) {
      try (MapSegmentContext<RowKey, ChainReader, ?> context = map.segmentContext(segment)) {
        context.forEachSegmentEntry(
            entry -> {
              trimmer.open(address(entry), (int) entry.value().size());
              trimmer.noteAll();
              trimmer.freeDropped();
            });
      }
    }
  }

  private static long address(MapEntry<RowKey, ChainReader> entry) {
    Data<ChainReader> value = entry.value();
    return ((BytesStore<?, ?>) value.bytes()).addressForRead(value.offset());
  }

  private static long entryBytes(RowKey key, long capacity) {
    return ShardSize.entryBytes(key.bytes().length, (int) capacity);
  }

  @Override
  public void close() {
    map.close();
  }
}
