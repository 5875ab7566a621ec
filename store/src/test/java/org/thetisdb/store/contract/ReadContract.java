package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.delete;
import static org.thetisdb.store.contract.Rows.get;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/** Reading one row: the numbered cases of {@link RowStore}, stamps, sizes, many tables. */
public interface ReadContract extends StoreFactory {
  @Test
  default void case1NoChainMeansNoRow() {
    try (RowStore store = open()) {
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isNull();
      assertThat(store.readNewest(key(1), new RowVersion())).isFalse();
      assertThat(store.rowCount(Rows.TABLE)).isZero();
    }
  }

  @Test
  default void case1NoVisibleVersionMeansNoRow() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "later");
      assertThat(get(store, key(1), upTo(9))).isNull();
      assertThat(get(store, key(1), Snapshot.NOTHING)).isNull();
    }
  }

  @Test
  default void case2VisibleDeleteMeansNoRow() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "alive");
      delete(store, key(1), 20);
      assertThat(get(store, key(1), upTo(20))).isNull();
      assertThat(get(store, key(1), upTo(19))).isEqualTo("alive");
    }
  }

  @Test
  default void whatIsExpectedIsReadAsItIsThereOrNot() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "one");
      put(store, key(1), 20, "two");
      put(store, key(2), 10, "gone");
      delete(store, key(2), 20);
      store.expect(List.of());
      store.expect(List.of(key(1)));
      store.expect(List.of(key(3), key(1), key(2), key(1), key(9, 1)));
      assertThat(get(store, key(1), upTo(19))).isEqualTo("one");
      assertThat(get(store, key(1), upTo(20))).isEqualTo("two");
      assertThat(get(store, key(2), upTo(20))).isNull();
      assertThat(get(store, key(3), Snapshot.EVERYTHING)).isNull();
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(2);
    }
  }

  @Test
  default void case3FirstVisibleVersionIsTheRow() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "one");
      put(store, key(1), 20, "two");
      put(store, key(1), 30, "three");
      assertThat(get(store, key(1), upTo(15))).isEqualTo("one");
      assertThat(get(store, key(1), upTo(20))).isEqualTo("two");
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("three");
    }
  }

  @Test
  default void chainOrderIsInstallOrderWhateverThePositions() {
    try (RowStore store = open()) {
      put(store, key(1), 90, "of site 3");
      put(store, key(1), 5, "of site 1, installed later");
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("of site 1, installed later");
      assertThat(get(store, key(1), (stamp, position) -> position > 50)).isEqualTo("of site 3");
    }
  }

  @Test
  default void readTellsStampAndPosition() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "one");
      put(store, key(1), 20, "two");
      RowVersion version = new RowVersion();
      assertThat(store.read(key(1), upTo(10), version)).isTrue();
      assertThat(version.stamp()).isEqualTo(Rows.stamp(10));
      assertThat(version.position()).isEqualTo(10);
      assertThat(version.isDeleted()).isFalse();
    }
  }

  @Test
  default void readNewestShowsADelete() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "alive");
      delete(store, key(1), 20);
      RowVersion version = new RowVersion();
      assertThat(store.readNewest(key(1), version)).isTrue();
      assertThat(version.isDeleted()).isTrue();
      assertThat(version.length()).isZero();
      assertThat(version.position()).isEqualTo(20);
    }
  }

  @Test
  default void aDeletedRowCanComeBack() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "first life");
      delete(store, key(1), 20);
      put(store, key(1), 30, "second life");
      assertThat(get(store, key(1), upTo(15))).isEqualTo("first life");
      assertThat(get(store, key(1), upTo(25))).isNull();
      assertThat(get(store, key(1), upTo(35))).isEqualTo("second life");
    }
  }

  @Test
  default void deletingWhatIsNotThereLeavesADelete() {
    try (RowStore store = open()) {
      assertThat(delete(store, key(1), 10)).isEqualTo(1);
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isNull();
      assertThat(store.readNewest(key(1), new RowVersion())).isTrue();
      assertThat(store.rowCount(Rows.TABLE)).isEqualTo(1);
    }
  }

  @Test
  default void installTakesTheNamedPartOfTheArray() {
    try (RowStore store = open()) {
      byte[] record = "before|row|behind".getBytes(StandardCharsets.UTF_8);
      store.install(key(1), Rows.stamp(1), 1, record, 7, 3, Snapshot.NOTHING);
      record[8] = 'X';
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("row");
    }
  }

  @Test
  default void anEmptyRowIsARow() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "");
      RowVersion version = new RowVersion();
      assertThat(store.read(key(1), Snapshot.EVERYTHING, version)).isTrue();
      assertThat(version.length()).isZero();
      assertThat(version.isDeleted()).isFalse();
    }
  }

  @Test
  default void rowsOfAllSizesKeepTheirBytes() {
    try (RowStore store = open()) {
      int[] lengths = {0, 1, 7, 100, 1_000, 1_979, 4_096, 10_000, 100_000, 1_000_000};
      for (int i = 0; i < lengths.length; i++) {
        put(store, key(i), 1, Rows.checked(i, 1, lengths[i]));
        put(store, key(i), 2, Rows.checked(i, 2, lengths[lengths.length - 1 - i]));
      }
      for (int i = 0; i < lengths.length; i++) {
        assertRow(store, key(i), upTo(1), Rows.checked(i, 1, lengths[i]));
        assertRow(store, key(i), upTo(2), Rows.checked(i, 2, lengths[lengths.length - 1 - i]));
      }
    }
  }

  @Test
  default void largeRowsKeepAllTheirVersions() {
    try (RowStore store = open()) {
      for (int position = 1; position <= 20; position++) {
        put(store, key(1), position, Rows.checked(1, position, 100_000 + position));
      }
      for (int position = 1; position <= 20; position++) {
        byte[] row = Rows.checked(1, position, 100_000 + position);
        assertRow(store, key(1), upTo(position), row);
      }
    }
  }

  private static void assertRow(RowStore store, RowKey key, Snapshot snapshot, byte[] row) {
    RowVersion version = new RowVersion();
    assertThat(store.read(key, snapshot, version)).isTrue();
    assertThat(version.toByteArray()).isEqualTo(row);
  }

  @Test
  default void aSmallRowReadAfterALargeOneIsSmall() {
    try (RowStore store = open()) {
      put(store, key(1), 1, Rows.checked(1, 1, 50_000));
      put(store, key(2), 1, "small");
      RowVersion version = new RowVersion();
      store.read(key(1), Snapshot.EVERYTHING, version);
      store.read(key(2), Snapshot.EVERYTHING, version);
      assertThat(Rows.text(version)).isEqualTo("small");
    }
  }

  @Test
  default void tablesAreApart() {
    try (RowStore store = open()) {
      for (int table = 0; table < 300; table++) {
        put(store, key(table, 1), 1, "table " + table);
      }
      for (int table = 0; table < 300; table++) {
        assertThat(get(store, key(table, 1), Snapshot.EVERYTHING)).isEqualTo("table " + table);
        assertThat(store.rowCount(table)).isEqualTo(1);
      }
      assertThat(store.rowCount(300)).isZero();
      assertThat(store.rowCount(1_000_000)).isZero();
    }
  }

  @Test
  default void keysOfAllLengthsAreApart() {
    try (RowStore store = open()) {
      for (int length = 0; length < 400; length++) {
        put(store, new RowKey(Rows.TABLE, new byte[length]), 1, "length " + length);
      }
      for (int length = 0; length < 400; length++) {
        RowKey key = new RowKey(Rows.TABLE, new byte[length]);
        assertThat(get(store, key, Snapshot.EVERYTHING)).isEqualTo("length " + length);
      }
    }
  }
}
