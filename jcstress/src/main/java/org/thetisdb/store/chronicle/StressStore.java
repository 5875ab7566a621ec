package org.thetisdb.store.chronicle;

import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;

/**
 * One store for all rounds of a test, which grows while they run; each round has rows of its own.
 * When it has grown large it is replaced, and growth begins again.
 */
final class StressStore {
  private static final int TABLE = 16;
  private static final long LIMIT_BYTES = 256L << 20;
  private static final long ROUNDS_OF_A_STORE = 50_000;
  private static final AtomicLong ROUNDS = new AtomicLong();
  private static final AtomicLong KEYS = new AtomicLong();
  private static volatile RowStore store = new ChronicleRowStore(StoreConfig.of(1, LIMIT_BYTES));

  private StressStore() {}

  /** The present store. A round keeps the one that it began with. */
  static RowStore present() {
    if (ROUNDS.incrementAndGet() % ROUNDS_OF_A_STORE == 0) {
      store = new ChronicleRowStore(StoreConfig.of(1, LIMIT_BYTES)); // the old one is for the GC
    }
    return store;
  }

  /** A key that no other round has. */
  static RowKey newKey() {
    return key(KEYS.incrementAndGet());
  }

  static RowKey key(long number) {
    return new RowKey(TABLE, ByteBuffer.allocate(Long.BYTES).putLong(0, number).array());
  }

  /** A row whose bytes all say which version it is; short and long ones take turns. */
  static byte[] row(int version) {
    byte[] row = new byte[version % 2 == 0 ? 9 : 700];
    java.util.Arrays.fill(row, (byte) version);
    return row;
  }

  static void install(RowStore into, RowKey key, int version) {
    byte[] row = row(version);
    into.install(key, Stamp.dense(version, 1), version, row, 0, row.length, Snapshot.EVERYTHING);
  }

  /** The version that is read; 0 if there is none, -1 if what is read is no whole row. */
  static int read(RowStore from, RowKey key, Snapshot snapshot) {
    RowVersion version = new RowVersion();
    if (!from.read(key, snapshot, version)) {
      return 0;
    }
    byte[] row = version.toByteArray();
    byte[] whole = row((int) version.position());
    return java.util.Arrays.equals(row, whole) ? (int) version.position() : -1;
  }
}
