package org.thetisdb.benchmarks.jmh;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.chronicle.ChronicleRowStore;

/** A filled row store; each row has {@link #versions} versions. */
@State(Scope.Benchmark)
public class StoredRows {
  static final int TABLE = 1;

  private static final long LIMIT_BYTES = 4L << 30;

  /** Rows and their size. */
  @Param({"2000000x100", "100000x20"})
  public String shape;

  /** Versions of each row before the measurement. */
  @Param({"1", "4"})
  public int versions;

  int count;
  RowKey[] keys;
  byte[] row;
  RowStore store;

  /** Sees all versions, but has to look at them. */
  final Snapshot snapshot = (stamp, position) -> position <= versions;

  /** Sees only the version installed first. */
  final Snapshot oldSnapshot = (stamp, position) -> position <= 1;

  /** Loads the rows in key order; the keys for the measurement come in random order. */
  @Setup(Level.Trial)
  public void load() {
    RowShape parsed = RowShape.parse(shape);
    count = parsed.rows();
    row = new byte[parsed.rowBytes()];
    keys = new RowKey[count];
    store = new ChronicleRowStore(StoreConfig.of(1, LIMIT_BYTES));
    for (int version = 1; version <= versions; version++) {
      for (int i = 0; i < count; i++) {
        RowKey key = new RowKey(TABLE, RowShape.keyBytes(i));
        store.install(key, Stamp.dense(version, 1), version, row, 0, row.length, Snapshot.NOTHING);
      }
    }
    int[] order = RowShape.shuffled(count);
    for (int i = 0; i < count; i++) {
      keys[i] = new RowKey(TABLE, RowShape.keyBytes(order[i]));
    }
  }

  /** Adds a version whose predecessor the watermark sees, so chains stay short. */
  int install(int place, byte[] changed) {
    return store.install(
        keys[place], Stamp.of(1, 1, 1), 1, changed, 0, row.length, Snapshot.EVERYTHING);
  }

  /** Frees the rows. */
  @TearDown(Level.Trial)
  public void close() {
    store.close();
  }
}
