package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.store.contract.Rows.delete;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** Growth, and what happens when memory is full. */
public interface MemoryContract extends StoreFactory {
  /** What one row of these tests takes besides its bytes, at most. */
  int ROW_BYTES = 500;

  @Test
  default void growsFarBeyondItsFirstSize() {
    try (RowStore store = open()) {
      int rows = 200_000;
      for (int i = 0; i < rows; i++) {
        put(store, key(i), 1, Rows.checked(i, 1, i % 50));
      }
      RowVersion version = new RowVersion();
      for (int i = 0; i < rows; i++) {
        assertThat(store.read(key(i), Snapshot.EVERYTHING, version)).isTrue();
        assertThat(version.length()).isEqualTo(i % 50 + Integer.BYTES);
        assertThat(Rows.isWhole(version)).isTrue();
      }
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(rows);
    }
  }

  @Test
  default void usedBytesFollowWhatIsStored() {
    try (RowStore store = open()) {
      assertThat(store.usedBytes()).isZero();
      assertThat(store.limitBytes()).isEqualTo(256 * MIB);
      for (int i = 0; i < 1_000; i++) {
        put(store, key(i), 1, new byte[1_000]);
      }
      assertThat(store.usedBytes() + store.coldBytes()).isBetween(1_000_000L, 2_000_000L);
    }
  }

  @Test
  default void reserveRefusesWhatDoesNotFitAndNothingIsLost() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 4 * MIB))) {
      int rows = fill(store);
      assertThat(rows).isGreaterThan(2_000);
      assertMemoryFull(() -> store.reserve(1, ROW_BYTES));
      assertThat(store.usedBytes()).isLessThanOrEqualTo(store.limitBytes());
      assertAllWhole(store, rows);
    }
  }

  /** Inserts rows, each reserved first, until the store refuses; returns how many. */
  private static int fill(RowStore store) {
    for (int i = 0; ; i++) {
      try {
        store.reserve(1, ROW_BYTES);
      } catch (ThetisException full) {
        assertThat(full.code()).isEqualTo(ErrorCode.MEMORY_FULL);
        return i;
      }
      put(store, key(i), 1, Rows.checked(i, 1, ROW_BYTES - Integer.BYTES));
    }
  }

  private static void assertMemoryFull(Runnable step) {
    assertThatThrownBy(step::run)
        .isInstanceOfSatisfying(
            ThetisException.class,
            full -> assertThat(full.code()).isEqualTo(ErrorCode.MEMORY_FULL));
  }

  private static void assertAllWhole(RowStore store, int rows) {
    RowVersion version = new RowVersion();
    for (int i = 0; i < rows; i++) {
      assertThat(store.read(key(i), upTo(1), version)).isTrue();
      assertThat(version.toByteArray()).isEqualTo(Rows.checked(i, 1, ROW_BYTES - Integer.BYTES));
    }
    assertThat(store.rowCount(Rows.TABLE)).isGreaterThanOrEqualTo(rows);
  }

  @Test
  default void installUsesTheHeadroomAndThenRefusesWithNothingChanged() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 4 * MIB))) {
      int rows = fill(store);
      int refreshed = refreshUntilFull(store, rows);
      assertThat(refreshed).isGreaterThan(100);
      assertThat(store.usedBytes()).isLessThanOrEqualTo(store.limitBytes());
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(rows + refreshed);
      assertThat(store.readNewest(key(rows + refreshed), new RowVersion())).isFalse();
      assertMemoryFull(() -> put(store, key(0), 2, new byte[10 * ROW_BYTES]));
      assertAllWhole(store, rows + refreshed);
    }
  }

  private static int refreshUntilFull(RowStore store, int first) {
    for (int i = first; ; i++) {
      try {
        put(store, key(i), 1, Rows.checked(i, 1, ROW_BYTES - Integer.BYTES));
      } catch (ThetisException full) {
        assertThat(full.code()).isEqualTo(ErrorCode.MEMORY_FULL);
        return i - first;
      }
    }
  }

  @Test
  default void whenMemoryIsShortAWriteDropsWhatNobodyNeeds() {
    try (RowStore store =
        open(StoreConfig.of(Rows.SITE, 4 * MIB).withVersionsKept(VERSIONS_KEPT))) {
      for (int position = 1; position <= 4; position++) {
        put(store, key(-1), position, new byte[ROW_BYTES], Snapshot.EVERYTHING);
      }
      fill(store);
      refreshUntilFull(store, 1 << 20);
      long before = store.usedBytes();
      assertThat(put(store, key(-1), 5, new byte[ROW_BYTES], Snapshot.EVERYTHING)).isEqualTo(1);
      assertThat(store.usedBytes()).isLessThan(before);
    }
  }

  @Test
  default void aFullStoreWorksAgainAfterDeletes() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 4 * MIB))) {
      int rows = fill(store);
      for (int i = 0; i < rows; i += 2) {
        delete(store, key(i), 2, upTo(2));
      }
      for (int call = 0; call < rows; call++) {
        store.collect(upTo(2), 100, 100);
      }
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(rows / 2);
      for (int i = 0; i < rows / 2; i += 2) {
        store.reserve(1, ROW_BYTES);
        put(store, key(i), 3, Rows.checked(i, 3, ROW_BYTES - Integer.BYTES));
      }
      assertThat(Rows.get(store, key(1), Snapshot.EVERYTHING)).isNotNull();
    }
  }

  @Test
  default void aFullStoreStillTakesDeletesUntilHalfTheHeadroomIsUsed() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 4 * MIB))) {
      int rows = fill(store);
      assertMemoryFull(() -> store.reserve(1, ROW_BYTES));
      store.reserveDeletes(100);
      refreshUntilFull(store, rows);
      assertMemoryFull(() -> store.reserveDeletes(1));
    }
  }

  @Test
  default void reserveTakesNothing() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 4 * MIB))) {
      for (int i = 0; i < 1_000; i++) {
        store.reserve(1, MIB);
      }
      assertThat(store.usedBytes()).isZero();
      assertMemoryFull(() -> store.reserve(1, 4 * MIB));
      assertMemoryFull(() -> store.reserve(Integer.MAX_VALUE, 0));
      assertMemoryFull(() -> store.reserve(1, Long.MAX_VALUE / 2));
    }
  }

  @Test
  default void fullMemorySaysWhichSiteAndHowFull() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 4 * MIB))) {
      assertThatThrownBy(() -> store.reserve(1, 4 * MIB))
          .hasMessageContaining("site " + Rows.SITE)
          .hasMessageContaining("0 of 4 MiB");
    }
  }
}
