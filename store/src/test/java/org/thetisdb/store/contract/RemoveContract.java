package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.delete;
import static org.thetisdb.store.contract.Rows.get;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** All rows of a table go at once, whatever versions they have. */
public interface RemoveContract extends StoreFactory {
  int OTHER = Rows.TABLE + 1;

  @Test
  default void rowsGoInPiecesAndOtherTablesStay() {
    try (RowStore store = open()) {
      for (int i = 0; i < 1_000; i++) {
        put(store, key(i), 1, "row");
        put(store, key(OTHER, i), 1, "row");
      }
      long ofOne = store.usedBytes() / 2;
      int removed = 0;
      for (int call = 0; call < 10; call++) {
        assertThat(store.removeRows(Rows.TABLE, 100)).isEqualTo(100);
        removed += 100;
        assertThat(store.rowCount(Rows.TABLE)).isEqualTo(1_000 - removed);
      }
      assertThat(store.removeRows(Rows.TABLE, 100)).isZero();
      assertThat(Rows.scan(store, Snapshot.EVERYTHING)).isEmpty();
      assertThat(store.usedBytes()).isEqualTo(ofOne);
      assertThat(store.rowCount(OTHER)).isEqualTo(1_000);
      assertThat(get(store, key(OTHER, 999), Snapshot.EVERYTHING)).isEqualTo("row");
    }
  }

  @Test
  default void theLastPieceIsSmaller() {
    try (RowStore store = open()) {
      assertThat(store.removeRows(Rows.TABLE, 10)).as("no such table").isZero();
      for (int i = 0; i < 15; i++) {
        put(store, key(i), 1, "row");
      }
      assertThat(store.removeRows(Rows.TABLE, 0)).isZero();
      assertThat(store.removeRows(Rows.TABLE, 10)).isEqualTo(10);
      assertThat(store.removeRows(Rows.TABLE, 10)).isEqualTo(5);
      assertThat(store.removeRows(Rows.TABLE, 10)).isZero();
    }
  }

  @Test
  default void whatNoWatermarkHasSeenGoesToo() {
    try (RowStore store = open()) {
      for (int i = 0; i < 100; i++) {
        for (int position = 1; position <= 20; position++) {
          put(store, key(i), position, new byte[i * position]);
        }
      }
      delete(store, key(7), 21);
      delete(store, key(100), 22);
      assertThat(store.removeRows(Rows.TABLE, 1_000)).isEqualTo(101);
      assertThat(store.usedBytes()).isZero();
      assertThat(store.rowCount(Rows.TABLE)).isZero();
      assertThat(store.readNewest(key(7), new RowVersion())).isFalse();
      assertThat(get(store, key(8), upTo(3))).isNull();
    }
  }

  @Test
  default void longRowsGiveTheirMemoryBack() {
    try (RowStore store = open()) {
      for (int i = 0; i < 50; i++) {
        put(store, key(i), 1, Rows.checked(i, 1, 100_000));
        put(store, key(i), 2, Rows.checked(i, 2, 200_000));
      }
      assertThat(store.removeRows(Rows.TABLE, 50)).isEqualTo(50);
      assertThat(store.usedBytes() + store.coldBytes()).isZero();
      assertThat(store.coldRows()).isZero();
    }
  }

  @Test
  default void collectionGoesOnBesideIt() {
    try (RowStore store = open()) {
      for (int i = 0; i < 300; i++) {
        put(store, key(i), 1, "first");
        put(store, key(i), 2, "second");
        if (i % 3 == 0) {
          delete(store, key(i), 3);
        }
      }
      store.removeRows(Rows.TABLE, 150);
      for (int call = 0; call < 50; call++) {
        store.collect(upTo(3), 100, 100);
      }
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(100);
      assertThat(store.removeRows(Rows.TABLE, 300)).isEqualTo(100);
      assertThat(store.collect(Snapshot.EVERYTHING, 100, 100)).isZero();
      assertThat(store.usedBytes()).isZero();
    }
  }

  @Test
  default void aFullStoreHasRoomForAnotherTable() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 4 * MIB))) {
      for (int round = 0; round < 5; round++) {
        int table = Rows.TABLE + round;
        for (int i = 0; i < 4_000; i++) {
          store.reserve(1, 500);
          put(store, key(table, i), 1, Rows.checked(i, 1, 496));
        }
        while (store.removeRows(table, 512) > 0) {
          // to the last one
        }
      }
      assertThat(store.usedBytes()).isZero();
    }
  }

  @Test
  default void aRowMayComeAgain() {
    try (RowStore store = open()) {
      for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < 200; i++) {
          put(store, key(i), round, "round " + round);
        }
        assertThat(get(store, key(199), Snapshot.EVERYTHING)).isEqualTo("round " + round);
        assertThat(store.removeRows(Rows.TABLE, 200)).isEqualTo(200);
      }
      assertThat(store.usedBytes()).isZero();
    }
  }

  /** Readers of the table find each row whole or not at all; writers of another one go on. */
  @Test
  @Tag("threads")
  default void readersAndWritersGoOnMeanwhile() {
    AtomicBoolean over = new AtomicBoolean();
    try (RowStore store = open()) {
      for (int i = 0; i < 20_000; i++) {
        put(store, key(i), 1, Rows.checked(i, 1, i % 60));
      }
      try (Crew crew = new Crew()) {
        crew.start(() -> readUntil(store, over));
        crew.start(() -> scanUntil(store, over));
        crew.start(() -> writeUntil(store, over));
        while (store.removeRows(Rows.TABLE, 64) > 0) {
          Thread.onSpinWait();
        }
        over.set(true);
      }
      assertThat(store.rowCount(Rows.TABLE)).isZero();
      while (store.removeRows(OTHER, 1_000) > 0) {
        // to the last one
      }
      assertThat(store.usedBytes()).isZero();
    }
  }

  private static void readUntil(RowStore store, AtomicBoolean over) {
    RowVersion version = new RowVersion();
    for (long i = 0; !over.get(); i++) {
      if (store.read(key(i * 7919 % 20_000), Snapshot.EVERYTHING, version)) {
        assertThat(Rows.isWhole(version)).isTrue();
      }
    }
  }

  private static void scanUntil(RowStore store, AtomicBoolean over) {
    while (!over.get()) {
      store.scan(
          Rows.TABLE,
          Rows.BEGINNING,
          null,
          false,
          Snapshot.EVERYTHING,
          (key, version) -> {
            assertThat(Rows.isWhole(version)).isTrue();
            return !over.get();
          });
    }
  }

  private static void writeUntil(RowStore store, AtomicBoolean over) {
    for (int i = 0; !over.get(); i = (i + 1) % 1_000) {
      put(store, key(OTHER, i), 1, Rows.checked(i, 1, i % 60), Snapshot.EVERYTHING);
    }
  }
}
