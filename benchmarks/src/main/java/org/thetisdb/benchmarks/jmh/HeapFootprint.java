package org.thetisdb.benchmarks.jmh;

import java.util.Locale;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.chronicle.ChronicleRowStore;

/**
 * Measures what rows take on the heap: only the index of their keys, and the little that each map
 * keeps. Loads a million rows of 100 bytes, in key order and in random order, and prints what the
 * heap has grown by after full collections.
 */
public final class HeapFootprint {
  private static final int ROWS = 1_000_000;
  private static final int ROW_BYTES = 100;
  private static final long LIMIT_BYTES = 1L << 30;
  private static final int COLLECTIONS = 4;
  private static final double MIB = 1 << 20;

  private HeapFootprint() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) {
    int[] shuffled = RowShape.shuffled(ROWS);
    measure("warm-up", shuffled);
    measure("rising keys", null);
    measure("random keys", shuffled);
  }

  private static void measure(String what, int[] order) {
    long before = usedHeapBytes();
    try (RowStore store = new ChronicleRowStore(StoreConfig.of(1, LIMIT_BYTES))) {
      fill(store, order);
      long grown = usedHeapBytes() - before;
      System.out.printf(
          Locale.ROOT,
          "%s: %,d rows of %d bytes take %.1f MiB of heap and %.1f MiB outside%n",
          what,
          store.rowCount(StoredRows.TABLE),
          ROW_BYTES,
          grown / MIB,
          store.usedBytes() / MIB);
    }
  }

  private static void fill(RowStore store, int[] order) {
    byte[] row = new byte[ROW_BYTES];
    for (int i = 0; i < ROWS; i++) {
      RowKey key = new RowKey(StoredRows.TABLE, RowShape.keyBytes(order == null ? i : order[i]));
      store.install(key, Stamp.of(1, 1, 1), 1, row, 0, row.length, Snapshot.NOTHING);
    }
  }

  private static long usedHeapBytes() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
