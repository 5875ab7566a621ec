package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.BEGINNING;
import static org.thetisdb.store.contract.Rows.delete;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/** Readers beside writers: no torn rows, no missing rows, no row out of order. */
public interface ThreadsContract extends StoreFactory {
  @Test
  @Tag("threads")
  default void readersNeverSeeTornRows() {
    try (RowStore store = open()) {
      AtomicBoolean done = new AtomicBoolean();
      try (Crew crew = new Crew()) {
        crew.start(() -> readHotRows(store, done));
        crew.start(() -> readHotRows(store, done));
        Random random = new Random(1);
        for (int position = 1; position <= 30_000; position++) {
          int row = random.nextInt(16);
          int length = random.nextInt(100) == 0 ? 20_000 : random.nextInt(300);
          put(store, key(row), position, Rows.checked(row, position, length), upTo(position - 5));
        }
        done.set(true);
      }
    }
  }

  private static void readHotRows(RowStore store, AtomicBoolean done) {
    RowVersion version = new RowVersion();
    Random random = new Random(2);
    List<RowKey> hot = IntStream.range(0, 16).mapToObj(Rows::key).toList();
    while (!done.get()) {
      store.expect(hot); // their cells come and go meanwhile
      if (store.read(key(random.nextInt(16)), Snapshot.EVERYTHING, version)) {
        assertThat(Rows.isWhole(version)).isTrue();
      }
    }
  }

  @Test
  @Tag("threads")
  default void aSnapshotStandsStillWhileRowsChange() {
    try (RowStore store = open()) {
      int rows = 500;
      for (int i = 0; i < rows; i++) {
        put(store, key(i * 1_000L), 1, "old");
      }
      AtomicBoolean done = new AtomicBoolean();
      try (Crew crew = new Crew()) {
        crew.start(() -> scanUntil(store, rows, done));
        Random random = new Random(3);
        for (int position = 2; position <= 60_000; position++) {
          int number = random.nextInt(rows * 1_000);
          if (position % 10 == 0) {
            delete(store, key(number / 1_000 * 1_000L), position, upTo(1));
          } else {
            put(store, key(number), position, new byte[20], upTo(1));
          }
        }
        done.set(true);
      }
    }
  }

  private static void scanUntil(RowStore store, int rows, AtomicBoolean done) {
    for (boolean backwards = false; !done.get(); backwards = !backwards) {
      assertThat(Rows.scan(store, BEGINNING, null, backwards, upTo(1)))
          .hasSize(rows)
          .allMatch(row -> row.endsWith("000=old") || row.equals("0=old"));
    }
  }

  @Test
  @Tag("threads")
  default void scansSeeEveryRowThatWasThereBefore() {
    try (RowStore store = open()) {
      AtomicLong inserted = new AtomicLong();
      AtomicBoolean done = new AtomicBoolean();
      try (Crew crew = new Crew()) {
        crew.start(() -> scanPrefixes(store, inserted, done));
        for (long i = 0; i < 60_000; i++) {
          // Odd multipliers permute: the keys come in no order, each once.
          put(store, key(i * 0x9e3779b97f4a7c15L), i, "r");
          inserted.set(i + 1);
        }
        done.set(true);
      }
    }
  }

  private static void scanPrefixes(RowStore store, AtomicLong inserted, AtomicBoolean done) {
    while (!done.get()) {
      long atLeast = inserted.get();
      AtomicLong seen = new AtomicLong();
      byte[][] last = {BEGINNING};
      store.scan(
          Rows.TABLE,
          BEGINNING,
          null,
          false,
          upTo(atLeast - 1),
          (key, row) -> {
            assertThat(Arrays.compareUnsigned(last[0], key)).isNegative();
            last[0] = key;
            seen.incrementAndGet();
            return true;
          });
      assertThat(seen.get()).isEqualTo(atLeast);
    }
  }

  @Test
  @Tag("threads")
  default void writersOfDifferentRowsRunInParallel() {
    try (RowStore store = open()) {
      int each = 40_000;
      try (Crew crew = new Crew()) {
        for (int writer = 0; writer < 3; writer++) {
          int own = writer;
          crew.start(
              () -> {
                for (int i = 0; i < each; i++) {
                  put(store, key(i * 3L + own), 1, Rows.checked(i, 1, 40));
                  put(store, key(i * 3L + own), 2, Rows.checked(i, 2, 80), upTo(2));
                }
              });
        }
      }
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(3L * each);
      RowVersion version = new RowVersion();
      for (int i = 0; i < 3 * each; i++) {
        assertThat(store.read(key(i), upTo(2), version)).isTrue();
        assertThat(Rows.isWhole(version)).isTrue();
      }
      assertThat(Rows.scan(store, Snapshot.EVERYTHING)).hasSize(3 * each);
    }
  }

  @Test
  @Tag("threads")
  default void collectionBesideInsertsAndDeletesLosesNothing() {
    try (RowStore store = open()) {
      AtomicBoolean done = new AtomicBoolean();
      AtomicLong watermark = new AtomicLong();
      int rows = 200;
      try (Crew crew = new Crew()) {
        crew.start(
            () -> {
              while (!done.get()) {
                store.collect(upTo(watermark.get()), 50, 50);
              }
            });
        Random random = new Random(5);
        for (int position = 1; position <= 60_000; position++) {
          int row = random.nextInt(rows);
          if (random.nextBoolean()) {
            put(store, key(row), position, Rows.checked(row, position, 30), upTo(position - 3));
          } else {
            delete(store, key(row), position, upTo(position - 3));
          }
          watermark.set(position);
        }
        done.set(true);
      }
      assertIndexAgreesWithRows(store, rows);
    }
  }

  private static void assertIndexAgreesWithRows(RowStore store, int rows) {
    int alive = 0;
    for (int i = 0; i < rows; i++) {
      alive += store.read(key(i), Snapshot.EVERYTHING, new RowVersion()) ? 1 : 0;
    }
    assertThat(Rows.scan(store, Snapshot.EVERYTHING)).hasSize(alive);
    for (int call = 0; call < rows; call++) {
      store.collect(Snapshot.EVERYTHING, 50, 50);
    }
    assertThat(store.rowCount(Rows.TABLE)).isEqualTo(alive);
  }
}
