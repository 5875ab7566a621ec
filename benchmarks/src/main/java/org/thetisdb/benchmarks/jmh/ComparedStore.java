package org.thetisdb.benchmarks.jmh;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.engine.StoreEngines;

/** A filled store of one engine, and a table that begins with deleted rows. */
@State(Scope.Benchmark)
public class ComparedStore {
  static final int TABLE = 1;
  static final int DELETED = 1_000;
  static final byte[] BEGINNING = {};

  private static final long LIMIT_BYTES = 4L << 30;
  private static final long QUEUE_LIMIT_BYTES = 64L << 20;

  /** Which store. */
  @Param({"SLAB", "CHRONICLE", "HEAP"})
  public StoreEngine engine;

  /** Rows and their size. */
  @Param({"100000x100", "2000000x100"})
  public String shape;

  int count;
  RowKey[] keys;
  byte[] row;
  RowStore store;

  /** A store of its own, since collection would find the deleted rows. */
  RowStore queue;

  /** Loads the rows in key order; the keys for the measurement come in random order. */
  @Setup(Level.Trial)
  public void load() {
    RowShape parsed = RowShape.parse(shape);
    count = parsed.rows();
    row = new byte[parsed.rowBytes()];
    store = StoreEngines.open(engine, StoreConfig.of(1, LIMIT_BYTES));
    queue = StoreEngines.open(engine, StoreConfig.of(2, QUEUE_LIMIT_BYTES));
    for (int i = 0; i < count; i++) {
      put(store, i, row);
    }
    for (int i = 0; i <= DELETED; i++) {
      put(queue, i, row);
      if (i < DELETED) {
        put(queue, i, null);
      }
    }
    int[] order = RowShape.shuffled(count);
    keys = new RowKey[count];
    for (int i = 0; i < count; i++) {
      keys[i] = new RowKey(TABLE, RowShape.keyBytes(order[i]));
    }
  }

  private static void put(RowStore into, long number, byte[] image) {
    RowKey key = new RowKey(TABLE, RowShape.keyBytes(number));
    int length = image == null ? 0 : image.length;
    into.install(key, Stamp.of(1, 1, 1), 1, image, 0, length, Snapshot.NOTHING);
  }

  int install(int place, long position, Snapshot watermark) {
    return store.install(keys[place], Stamp.of(1, 1, 1), position, row, 0, row.length, watermark);
  }

  /** Frees the rows. */
  @TearDown(Level.Trial)
  public void close() {
    store.close();
    queue.close();
  }
}
