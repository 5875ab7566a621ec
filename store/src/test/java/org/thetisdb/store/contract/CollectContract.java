package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.delete;
import static org.thetisdb.store.contract.Rows.get;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** Versions, watermarks, and what collection may and must drop. */
public interface CollectContract extends StoreFactory {
  @Test
  default void versionsNobodyNeedsGoBeyondTheKeptNumber() {
    try (RowStore store = open()) {
      for (int position = 1; position <= 10; position++) {
        int versions = put(store, key(1), position, row(position), Snapshot.EVERYTHING);
        assertThat(versions).isEqualTo(Math.min(position, VERSIONS_KEPT));
      }
      assertThat(get(store, key(1), upTo(7))).isEqualTo("v7");
      assertThat(get(store, key(1), upTo(6))).isNull();
    }
  }

  @Test
  default void versionsThatTheWatermarkNeedsStay() {
    try (RowStore store = open()) {
      for (int position = 1; position <= 10; position++) {
        put(store, key(1), position, row(position), upTo(3));
      }
      assertThat(get(store, key(1), upTo(3))).isEqualTo("v3");
      assertThat(get(store, key(1), upTo(4))).isEqualTo("v4");
      assertThat(get(store, key(1), upTo(2))).isNull();
      assertThat(put(store, key(1), 11, row(11), upTo(11))).isEqualTo(VERSIONS_KEPT);
    }
  }

  @Test
  default void aWatermarkThatSeesNothingKeepsAll() {
    try (RowStore store = open()) {
      for (int position = 1; position <= 3_000; position++) {
        assertThat(put(store, key(1), position, row(position))).isEqualTo(position);
      }
      for (int position = 1; position <= 3_000; position += 97) {
        assertThat(get(store, key(1), upTo(position))).isEqualTo("v" + position);
      }
      assertThat(put(store, key(1), 3_001, row(3_001), upTo(2_990))).isEqualTo(12);
      assertThat(get(store, key(1), upTo(2_990))).isEqualTo("v2990");
      assertThat(get(store, key(1), upTo(2_989))).isNull();
    }
  }

  @Test
  default void oneKeptVersionIsEnoughWhenConfigured() {
    StoreConfig config = StoreConfig.of(Rows.SITE, 64 * MIB).withVersionsKept(1);
    try (RowStore store = open(config)) {
      put(store, key(1), 1, row(1), Snapshot.EVERYTHING);
      assertThat(put(store, key(1), 2, row(2), Snapshot.EVERYTHING)).isEqualTo(1);
      assertThat(get(store, key(1), upTo(2))).isEqualTo("v2");
    }
  }

  @Test
  default void collectDropsOldVersionsButNotWhatTheWatermarkSees() {
    try (RowStore store = open()) {
      for (int position = 1; position <= 4; position++) {
        put(store, key(1), position, row(position));
      }
      long before = store.usedBytes();
      assertThat(store.collect(upTo(3), 100, 100)).isZero();
      assertThat(get(store, key(1), upTo(4))).isEqualTo("v4");
      assertThat(get(store, key(1), upTo(3))).isEqualTo("v3");
      assertThat(get(store, key(1), upTo(2))).isNull();
      assertThat(store.usedBytes()).isLessThanOrEqualTo(before);
    }
  }

  @Test
  default void collectRemovesARowThatIsDeletedForEverybody() {
    try (RowStore store = open()) {
      put(store, key(1), 1, "gone");
      put(store, key(2), 1, "stays");
      delete(store, key(1), 2);
      assertThat(store.collect(upTo(1), 100, 100)).isZero();
      assertThat(get(store, key(1), upTo(1))).isEqualTo("gone");
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(2);

      store.collect(upTo(2), 100, 100);
      store.collect(upTo(2), 100, 100);
      assertThat(store.readNewest(key(1), new RowVersion())).isFalse();
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(1);
      assertThat(Rows.scan(store, Snapshot.EVERYTHING)).containsExactly("2=stays");
    }
  }

  @Test
  default void collectKeepsADeleteThatIsNotTheNewest() {
    try (RowStore store = open()) {
      delete(store, key(1), 1);
      put(store, key(1), 2, "back");
      assertThat(store.collect(upTo(1), 100, 100)).isZero();
      assertThat(get(store, key(1), upTo(2))).isEqualTo("back");
      assertThat(get(store, key(1), upTo(1))).isNull();
    }
  }

  @Test
  default void aRowCollectedAndInsertedAgainIsThere() {
    try (RowStore store = open()) {
      for (int round = 0; round < 20; round++) {
        put(store, key(1), round * 2 + 1, "round " + round);
        assertThat(Rows.scan(store, Snapshot.EVERYTHING)).containsExactly("1=round " + round);
        delete(store, key(1), round * 2 + 2);
        store.collect(Snapshot.EVERYTHING, 10, 10);
        store.collect(Snapshot.EVERYTHING, 10, 10);
        assertThat(store.rowCount(Rows.TABLE)).isZero();
      }
    }
  }

  @Test
  default void collectGoesOnWhereItStoppedAndReachesAll() {
    try (RowStore store = open()) {
      int rows = 1_000;
      for (int i = 0; i < rows; i++) {
        put(store, key(i % 3, i), 1, "row");
        delete(store, key(i % 3, i), 2);
      }
      int removed = 0;
      for (int call = 0; call < rows && removed < rows; call++) {
        int now = store.collect(upTo(2), 10, 10);
        assertThat(now).isLessThanOrEqualTo(20);
        removed += now;
      }
      assertThat(removed).isEqualTo(rows);
      assertThat(store.rowCount(0) + store.rowCount(1) + store.rowCount(2)).isZero();
      assertThat(store.usedBytes()).isZero();
    }
  }

  @Test
  default void whereNoRowIsToBeLookedAtOnlyDeletedOnesGo() {
    try (RowStore store = open()) {
      put(store, key(1), 1, "first");
      put(store, key(1), 2, "second");
      put(store, key(2), 1, "gone");
      delete(store, key(2), 2);
      assertThat(store.collect(upTo(2), 100, 0)).isOne();
      assertThat(store.rowCount(Rows.TABLE)).isOne();
      assertThat(get(store, key(1), upTo(1))).isEqualTo("first");
      store.collect(upTo(2), 100, 1);
      assertThat(get(store, key(1), upTo(1))).isNull();
    }
  }

  @Test
  default void collectOfAnEmptyStoreDoesNothing() {
    try (RowStore store = open()) {
      assertThat(store.collect(Snapshot.EVERYTHING, 10, 10)).isZero();
      assertThat(store.collect(Snapshot.EVERYTHING, 0, 0)).isZero();
    }
  }

  private static byte[] row(int position) {
    return ("v" + position).getBytes(StandardCharsets.UTF_8);
  }
}
