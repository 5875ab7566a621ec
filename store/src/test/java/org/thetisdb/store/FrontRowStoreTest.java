package org.thetisdb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;

/** Rows that are seen before they are installed are read as if they were. */
final class FrontRowStoreTest {
  private static final int SELF = 3;
  private static final int TABLE = 20;
  private static final int KEYS = 60;

  private final RowStore plain = new OnHeapRowStore(StoreConfig.of(SELF, 64 << 20));
  private final RowStore store =
      new FrontRowStore(new OnHeapRowStore(StoreConfig.of(SELF, 64 << 20)));
  private long position;

  private static RowKey key(int number) {
    return new RowKey(TABLE + number % 2, ByteBuffer.allocate(4).putInt(number).array());
  }

  private static Snapshot upTo(long last) {
    return (stamp, at) -> at <= last;
  }

  private PendingRows commit(TreeMap<RowKey, byte[]> rows) {
    position++;
    long stamp = Stamp.dense(position, SELF);
    rows.forEach((key, row) -> install(plain, key, stamp, row));
    PendingRows pending =
        new PendingRows(
            rows.keySet().toArray(new RowKey[0]), rows.values().toArray(new byte[0][]), 0);
    store.putInFront(pending, stamp, position, Snapshot.NOTHING);
    return pending;
  }

  private void install(RowStore into, RowKey key, long stamp, byte[] row) {
    int length = row == null ? 0 : row.length;
    into.install(key, stamp, position, row, 0, length, Snapshot.NOTHING);
  }

  private void write(RowKey key, byte[] row) {
    position++;
    long stamp = Stamp.dense(position, SELF);
    install(plain, key, stamp, row);
    install(store, key, stamp, row);
  }

  private static byte[] row(Random random) {
    return random.nextInt(4) == 0 ? null : new byte[] {(byte) random.nextInt(100)};
  }

  private static TreeMap<RowKey, byte[]> rows(Random random) {
    TreeMap<RowKey, byte[]> rows = new TreeMap<>();
    for (int i = 1 + random.nextInt(KEYS); i > 0; i--) {
      rows.put(key(random.nextInt(KEYS)), row(random));
    }
    return rows;
  }

  private static List<String> scanned(
      RowStore of, int table, byte[] from, byte[] to, boolean backwards, Snapshot at, int most) {
    List<String> found = new ArrayList<>();
    of.scan(
        table,
        from,
        to,
        backwards,
        at,
        (key, version) -> {
          found.add(
              ByteBuffer.wrap(key).getInt()
                  + "="
                  + version.toByteArray()[0]
                  + "@"
                  + version.position());
          return found.size() < most;
        });
    return found;
  }

  private static String read(RowStore of, RowKey key, Snapshot at) {
    RowVersion version = new RowVersion();
    return of.read(key, at, version) ? version.toByteArray()[0] + "@" + version.position() : null;
  }

  private static String newest(RowStore of, RowKey key) {
    RowVersion version = new RowVersion();
    if (!of.readNewest(key, version)) {
      return null;
    }
    return version.isDeleted() + "@" + version.position() + "/" + version.stamp();
  }

  private void assertSame(Random random) {
    RowKey one = key(random.nextInt(KEYS));
    Snapshot at = upTo(random.nextInt((int) position + 2));
    assertThat(read(store, one, at)).isEqualTo(read(plain, one, at));
    assertThat(newest(store, one)).isEqualTo(newest(plain, one));
    byte[] from = random.nextInt(3) == 0 ? new byte[0] : key(random.nextInt(KEYS)).bytes();
    byte[] to = random.nextInt(3) == 0 ? null : key(random.nextInt(KEYS)).bytes();
    boolean backwards = random.nextBoolean();
    int table = TABLE + random.nextInt(2);
    int most = 1 + random.nextInt(KEYS);
    RowStore view = random.nextBoolean() ? store : store.whole();
    assertThat(scanned(view, table, from, to, backwards, at, most))
        .isEqualTo(scanned(plain, table, from, to, backwards, at, most));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void allIsReadAsIfItWereInstalled(int seed) {
    Random random = new Random(seed);
    List<PendingRows> pending = new ArrayList<>();
    for (int step = 0; step < 1_500; step++) {
      if (pending.size() < 3 && random.nextInt(20) == 0) {
        pending.add(commit(rows(random)));
      } else if (!pending.isEmpty() && random.nextInt(6) == 0) {
        PendingRows one = pending.get(random.nextInt(pending.size()));
        if (store.installFront(one, 1 + random.nextInt(12), Snapshot.NOTHING)) {
          pending.remove(one);
        }
      } else if (random.nextInt(6) == 0) {
        write(key(random.nextInt(KEYS)), row(random));
      }
      assertSame(random);
    }
  }

  @Test
  void rowsThatAreInstalledDuringAScanAreSeenOnce() {
    TreeMap<RowKey, byte[]> rows = new TreeMap<>();
    for (int number = 0; number < KEYS; number += 2) {
      rows.put(key(number), new byte[] {1});
    }
    PendingRows pending = commit(rows);
    Snapshot before = upTo(position);
    List<Integer> seen = new ArrayList<>();
    store.scan(
        TABLE,
        new byte[0],
        null,
        false,
        before,
        (key, version) -> {
          seen.add(ByteBuffer.wrap(key).getInt());
          store.installFront(pending, 3, Snapshot.NOTHING);
          if (seen.size() == 2) {
            write(key(KEYS - 2), null); // nobody who reads the snapshot sees that
          }
          return true;
        });
    assertThat(seen).hasSize(rows.size()).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void roomIsKeptForWhatStandsInFront() {
    RowStore small = new FrontRowStore(new OnHeapRowStore(StoreConfig.of(SELF, 1 << 20)));
    long free = small.limitBytes() - small.usedBytes();
    small.reserve(1, free / 4);
    small.putInFront(
        new PendingRows(new RowKey[] {key(1)}, new byte[1][], free), 9, 9, Snapshot.NOTHING);
    assertThat(catchThrowable(() -> small.reserve(1, free / 4))).isNotNull();
    assertThat(small.isAnyInFront(TABLE + 1)).isTrue();
    assertThat(small.isAnyInFront(TABLE)).isFalse();
  }
}
