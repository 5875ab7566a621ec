package org.thetisdb.server.store;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.serialization.SizedReader;
import net.openhft.chronicle.hash.serialization.SizedWriter;
import net.openhft.chronicle.map.ChronicleMap;
import org.thetisdb.core.key.RowKey;

/** Rows off the heap in Chronicle Map: a row's chain is one map value. Thread-safe. */
public final class ChronicleRowStore implements RowStore {
  private static final int STRIPES = 1024;
  private static final int ENTRY_OVERHEAD_BYTES = 48;
  private static final int TYPICAL_KEY_BYTES = 14;
  private static final int TYPICAL_CHAIN_BYTES = 160;
  private static final int MAP_ENTRIES = 1 << 18;
  private static final byte[] FIRST_KEY = new byte[0];

  private final StoreConfig config;
  private final MemoryBudget budget;
  private final ChronicleMap<RowKey, VersionChain> rows;
  private final ConcurrentSkipListMap<RowKey, Boolean> index = new ConcurrentSkipListMap<>();
  private final Map<Integer, AtomicLong> counts = new ConcurrentHashMap<>();
  private final Object[] stripes = new Object[STRIPES];
  private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);
  private RowKey collectedUpTo;

  /** An empty store. */
  public ChronicleRowStore(StoreConfig config) {
    this.config = config;
    this.budget = new MemoryBudget(config);
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
    rows =
        ChronicleMap.of(RowKey.class, VersionChain.class)
            .name("rows")
            .entries(MAP_ENTRIES)
            .actualSegments(8)
            .averageKeySize(TYPICAL_KEY_BYTES)
            .averageValueSize(TYPICAL_CHAIN_BYTES)
            .keyMarshallers(new KeyCodec(), new KeyCodec())
            .valueMarshallers(new ChainCodec(), new ChainCodec())
            .putReturnsNull(true)
            .removeReturnsNull(true)
            .maxBloatFactor(1000)
            .create();
  }

  @Override
  public boolean read(RowKey key, Snapshot snapshot, RowVersion into) {
    VersionChain chain = scratch.get().before;
    if (rows.getUsing(key, chain) == null) {
      return false;
    }
    int at = chain.firstVisible(snapshot);
    if (at == VersionChain.NONE || chain.isDelete(at)) {
      return false;
    }
    chain.copyTo(at, into);
    return true;
  }

  @Override
  public boolean readNewest(RowKey key, RowVersion into) {
    VersionChain chain = scratch.get().before;
    if (rows.getUsing(key, chain) == null) {
      return false;
    }
    chain.copyTo(0, into);
    return true;
  }

  @Override
  public int install(
      RowKey key,
      long stamp,
      long position,
      byte[] row,
      int offset,
      int length,
      Snapshot watermark) {
    Scratch own = scratch.get();
    synchronized (stripe(key)) {
      load(key, own.before);
      own.after.startWith(stamp, position, row, offset, length, own.before);
      int versions = own.after.trim(watermark, budget.isShort() ? 1 : config.versionsKept());
      store(key, own);
      return versions;
    }
  }

  private void load(RowKey key, VersionChain chain) {
    if (rows.getUsing(key, chain) == null) {
      chain.prepare(0);
    }
  }

  private void store(RowKey key, Scratch own) {
    boolean isNew = own.before.length() == 0;
    long growth = (isNew ? overhead(key) : 0) + own.after.length() - own.before.length();
    budget.take(growth);
    rows.put(key, own.after);
    budget.free(-growth);
    if (isNew && index.put(key, true) == null) {
      counts.computeIfAbsent(key.tableId(), table -> new AtomicLong()).incrementAndGet();
    }
  }

  private static long overhead(RowKey key) {
    return (long) ENTRY_OVERHEAD_BYTES + key.bytes().length;
  }

  private Object stripe(RowKey key) {
    return stripes[key.hashCode() & STRIPES - 1];
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
    var range = index.subMap(first, true, end, false);
    RowVersion version = new RowVersion();
    for (RowKey key : (backwards ? range.descendingMap() : range).keySet()) {
      if (read(key, snapshot, version) && !visitor.visit(key.bytes(), version)) {
        return;
      }
    }
  }

  @Override
  public void reserve(int rowCount, long bytes) {
    budget.check(bytes + (long) rowCount * (ENTRY_OVERHEAD_BYTES + VersionChain.HEADER_BYTES));
  }

  @Override
  public synchronized int collect(Snapshot watermark, int maxRows) {
    int removed = 0;
    for (int looked = 0; looked < maxRows; looked++) {
      var row = collectedUpTo == null ? index.firstEntry() : index.higherEntry(collectedUpTo);
      collectedUpTo = row == null ? null : row.getKey();
      if (row == null) {
        break;
      }
      removed += collectRow(row.getKey(), watermark) ? 1 : 0;
    }
    return removed;
  }

  private boolean collectRow(RowKey key, Snapshot watermark) {
    Scratch own = scratch.get();
    synchronized (stripe(key)) {
      load(key, own.before);
      int before = own.before.length();
      int needed = own.before.firstVisible(watermark);
      if (needed == VersionChain.NONE) {
        return false;
      }
      if (needed == 0 && own.before.isDelete(0)) {
        remove(key, before);
        return true;
      }
      own.before.trim(watermark, 1);
      if (own.before.length() < before) {
        rows.put(key, own.before);
        budget.free(before - own.before.length());
      }
      return false;
    }
  }

  private void remove(RowKey key, int chainBytes) {
    index.remove(key);
    rows.remove(key);
    counts.get(key.tableId()).decrementAndGet();
    budget.free(chainBytes + overhead(key));
  }

  @Override
  public long rowCount(int tableId) {
    AtomicLong count = counts.get(tableId);
    return count == null ? 0 : count.get();
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
    rows.close();
  }

  /** What one thread needs to read and write chains without garbage. */
  private static final class Scratch {
    final VersionChain before = new VersionChain();
    final VersionChain after = new VersionChain();
  }

  /** Table, then key bytes. */
  private static final class KeyCodec implements SizedWriter<RowKey>, SizedReader<RowKey> {
    @Override
    public long size(RowKey key) {
      return (long) Integer.BYTES + key.bytes().length;
    }

    @Override
    public void write(Bytes<?> out, long size, RowKey key) {
      out.writeInt(key.tableId());
      out.write(key.bytes());
    }

    @Override
    public RowKey read(Bytes<?> in, long size, RowKey using) {
      int tableId = in.readInt();
      byte[] bytes = new byte[(int) size - Integer.BYTES];
      in.read(bytes);
      return new RowKey(tableId, bytes);
    }
  }

  /** The chain's bytes as they are. */
  private static final class ChainCodec
      implements SizedWriter<VersionChain>, SizedReader<VersionChain> {
    @Override
    public long size(VersionChain chain) {
      return chain.length();
    }

    @Override
    public void write(Bytes<?> out, long size, VersionChain chain) {
      out.write(chain.bytes(), 0, chain.length());
    }

    @Override
    public VersionChain read(Bytes<?> in, long size, VersionChain using) {
      in.read(using.prepare((int) size), 0, (int) size);
      return using;
    }
  }
}
