package org.thetisdb.store.slab;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.Delta;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;

/**
 * One store in slabs for all rounds of a test, which grows while they run; each round has rows of
 * its own. When it has grown large it is replaced, and growth begins again.
 */
final class SlabStress {
  static final Snapshot FIRST = (stamp, position) -> position <= 1;

  private static final int TABLE = 16;
  private static final long LIMIT_BYTES = 256L << 20;
  private static final long ROUNDS_OF_A_STORE = 10_000;
  private static final AtomicLong ROUNDS = new AtomicLong();
  private static final AtomicLong KEYS = new AtomicLong();
  private static volatile RowStore store = open();

  private SlabStress() {}

  private static RowStore open() {
    return new SlabRowStore(StoreConfig.of(1, LIMIT_BYTES));
  }

  /** The present store. A round keeps the one that it began with. */
  static RowStore present() {
    if (ROUNDS.incrementAndGet() % ROUNDS_OF_A_STORE == 0) {
      store = open(); // the old one is for the GC
    }
    return store;
  }

  /** Keys that no other round has. */
  static long newKeys(int count) {
    return KEYS.getAndAdd(count);
  }

  static RowKey key(long number) {
    return new RowKey(TABLE, bytes(number));
  }

  static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, number).array();
  }

  /** A row whose bytes all say which version it is. */
  static byte[] row(int version, int length) {
    byte[] row = new byte[length];
    java.util.Arrays.fill(row, (byte) version);
    return row;
  }

  static void install(RowStore into, RowKey key, int version, int length, Snapshot watermark) {
    byte[] row = row(version, length);
    into.install(key, Stamp.of(0, version, 1), version, row, 0, length, watermark);
  }

  /** Makes the next version of the one before, of the same length. */
  static void change(RowStore into, RowKey key, int version, int length, Snapshot watermark) {
    ByteWriter delta = new ByteWriter();
    Delta.encode(row(version - 1, length), length, row(version, length), delta);
    into.installDelta(
        key,
        Stamp.of(0, version - 1, 1),
        Stamp.of(0, version, 1),
        version,
        delta.array(),
        0,
        delta.length(),
        watermark);
  }

  static void delete(RowStore into, RowKey key, int version, Snapshot watermark) {
    into.install(key, Stamp.of(0, version, 1), version, null, 0, 0, watermark);
  }

  /** The version that is read; 0 if there is none, -1 if what is read is no whole row. */
  static int read(RowStore from, RowKey key, Snapshot snapshot) {
    RowVersion version = new RowVersion();
    return from.read(key, snapshot, version) ? number(version) : 0;
  }

  /** The version of a row; -1 if it is not whole. */
  static int number(RowVersion version) {
    int number = (int) version.position();
    for (int i = 0; i < version.length(); i++) {
      if (version.bytes()[i] != (byte) number) {
        return -1;
      }
    }
    return number;
  }

  /** What a scan finds of {@code count} keys: the sum of versions; -1 if one is torn or early. */
  static int scan(RowStore from, long first, int count, boolean backwards, Snapshot snapshot) {
    int[] sum = {0};
    long[] last = {backwards ? Long.MAX_VALUE : Long.MIN_VALUE};
    from.scan(
        TABLE,
        bytes(first),
        bytes(first + count),
        backwards,
        snapshot,
        (key, version) -> {
          long number = ByteBuffer.wrap(key).getLong();
          boolean inOrder = backwards ? number < last[0] : number > last[0];
          int found = number(version);
          if (!inOrder || found < 0) {
            sum[0] = -1;
            return false;
          }
          last[0] = number;
          sum[0] += found;
          return true;
        });
    return sum[0];
  }

  /** How many even rows of version 1 a scan meets in order; -1 if one is torn or early. */
  static int even(RowStore from, long first, int count, boolean backwards) {
    int[] even = {0};
    long[] last = {backwards ? Long.MAX_VALUE : Long.MIN_VALUE};
    from.scan(
        TABLE,
        bytes(first),
        bytes(first + count),
        backwards,
        Snapshot.EVERYTHING,
        (key, version) -> {
          long number = ByteBuffer.wrap(key).getLong();
          boolean inOrder = backwards ? number < last[0] : number > last[0];
          if (!inOrder || number(version) != 1) {
            even[0] = -1;
            return false;
          }
          last[0] = number;
          even[0] += (number - first) % 2 == 0 ? 1 : 0;
          return true;
        });
    return even[0];
  }
}
