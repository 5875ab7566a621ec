package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.BEGINNING;
import static org.thetisdb.store.contract.Rows.TABLE;
import static org.thetisdb.store.contract.Rows.bytes;
import static org.thetisdb.store.contract.Rows.delete;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.scan;
import static org.thetisdb.store.contract.Rows.upTo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RangeEstimate;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/** Scans: order, bounds, both directions, snapshots. */
public interface ScanContract extends StoreFactory {
  @Test
  default void scanVisitsInOrderBothWays() {
    try (RowStore store = open()) {
      fillShuffled(store, 1_000);
      List<String> all = scan(store, Snapshot.EVERYTHING);
      assertThat(all).hasSize(1_000).startsWith("0=r0", "1=r1").endsWith("998=r998", "999=r999");
      List<String> reversed = scan(store, BEGINNING, null, true, Snapshot.EVERYTHING);
      Collections.reverse(reversed);
      assertThat(reversed).isEqualTo(all);
    }
  }

  private static void fillShuffled(RowStore store, int rows) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(42));
    for (int i : order) {
      put(store, key(i), i, "r" + i);
    }
  }

  @Test
  default void fromIsInclusiveAndToExclusive() {
    try (RowStore store = open()) {
      fillShuffled(store, 500);
      for (boolean backwards : new boolean[] {false, true}) {
        List<String> seen = scan(store, bytes(100), bytes(103), backwards, Snapshot.EVERYTHING);
        assertThat(seen).containsExactlyInAnyOrder("100=r100", "101=r101", "102=r102");
        assertThat(seen.get(0)).isEqualTo(backwards ? "102=r102" : "100=r100");
      }
    }
  }

  @Test
  default void boundsNeedNotBeKeysThatExist() {
    try (RowStore store = open()) {
      for (int i = 0; i < 1_000; i += 10) {
        put(store, key(i), 1, "r");
      }
      assertThat(scan(store, bytes(95), bytes(111), false, Snapshot.EVERYTHING))
          .containsExactly("100=r", "110=r");
      assertThat(scan(store, bytes(95), bytes(111), true, Snapshot.EVERYTHING))
          .containsExactly("110=r", "100=r");
      assertThat(scan(store, bytes(991), null, false, Snapshot.EVERYTHING)).isEmpty();
      assertThat(scan(store, bytes(5_000), bytes(6_000), true, Snapshot.EVERYTHING)).isEmpty();
    }
  }

  @Test
  default void emptyRangesVisitNothing() {
    try (RowStore store = open()) {
      put(store, key(5), 1, "r");
      assertThat(scan(store, bytes(5), bytes(5), false, Snapshot.EVERYTHING)).isEmpty();
      assertThat(scan(store, bytes(6), bytes(5), false, Snapshot.EVERYTHING)).isEmpty();
      assertThat(scan(store, bytes(6), bytes(5), true, Snapshot.EVERYTHING)).isEmpty();
      assertThat(scan(store, BEGINNING, BEGINNING, false, Snapshot.EVERYTHING)).isEmpty();
    }
  }

  @Test
  default void orderIsThatOfUnsignedBytesAndPrefixesComeFirst() {
    try (RowStore store = open()) {
      byte[][] sorted = {
        {}, {0}, {0, 0}, {0, 1}, {1}, {0x7f}, {0x7f, -1}, {-128}, {-1}, {-1, 0}, {-1, -1}
      };
      for (int i = sorted.length - 1; i >= 0; i--) {
        put(store, new RowKey(Rows.TABLE, sorted[i]), 1, "r");
      }
      List<byte[]> seen = new ArrayList<>();
      store.scan(
          Rows.TABLE, BEGINNING, null, false, Snapshot.EVERYTHING, (key, row) -> seen.add(key));
      assertThat(seen.toArray(new byte[0][])).isEqualTo(sorted);
    }
  }

  @Test
  default void scanStaysInItsTable() {
    try (RowStore store = open()) {
      put(store, key(Rows.TABLE - 1, 1), 1, "other");
      put(store, key(Rows.TABLE, 1), 1, "mine");
      put(store, key(Rows.TABLE + 1, 1), 1, "other");
      assertThat(scan(store, Snapshot.EVERYTHING)).containsExactly("1=mine");
      assertThat(scan(store, BEGINNING, null, true, Snapshot.EVERYTHING)).containsExactly("1=mine");
    }
  }

  @Test
  default void scanOfAnUnknownTableIsEmpty() {
    try (RowStore store = open()) {
      assertThat(scan(store, Snapshot.EVERYTHING)).isEmpty();
    }
  }

  @Test
  default void scanSeesItsSnapshotOnly() {
    try (RowStore store = open()) {
      put(store, key(1), 1, "old");
      put(store, key(2), 1, "deleted later");
      put(store, key(1), 2, "new");
      delete(store, key(2), 2);
      put(store, key(3), 2, "inserted later");
      assertThat(scan(store, upTo(1))).containsExactly("1=old", "2=deleted later");
      assertThat(scan(store, upTo(2))).containsExactly("1=new", "3=inserted later");
      assertThat(scan(store, BEGINNING, null, true, upTo(1)))
          .containsExactly("2=deleted later", "1=old");
      assertThat(scan(store, Snapshot.NOTHING)).isEmpty();
    }
  }

  @Test
  default void theVisitorCanStop() {
    try (RowStore store = open()) {
      fillShuffled(store, 500);
      for (boolean backwards : new boolean[] {false, true}) {
        List<byte[]> seen = new ArrayList<>();
        store.scan(
            Rows.TABLE,
            BEGINNING,
            null,
            backwards,
            Snapshot.EVERYTHING,
            (key, row) -> {
              seen.add(key);
              return seen.size() < 200;
            });
        assertThat(seen).hasSize(200);
      }
    }
  }

  @Test
  default void theVisitorMayReadAndWriteTheStore() {
    try (RowStore store = open()) {
      fillShuffled(store, 300);
      store.scan(
          Rows.TABLE,
          BEGINNING,
          null,
          false,
          upTo(300),
          (key, row) -> {
            String before = Rows.text(row);
            assertThat(Rows.get(store, new RowKey(Rows.TABLE, key), upTo(300))).isEqualTo(before);
            put(store, new RowKey(Rows.TABLE, key), 301, "updated");
            put(store, key(1_000 + Rows.number(key)), 301, "inserted");
            return Rows.text(row).equals(before);
          });
      assertThat(scan(store, upTo(300))).hasSize(300);
      assertThat(scan(store, upTo(301))).hasSize(600);
    }
  }

  @Test
  default void keysHandedOutMayBeKept() {
    try (RowStore store = open()) {
      fillShuffled(store, 300);
      List<byte[]> kept = new ArrayList<>();
      store.scan(
          Rows.TABLE, BEGINNING, null, false, Snapshot.EVERYTHING, (key, row) -> kept.add(key));
      for (int i = 0; i < kept.size(); i++) {
        assertThat(Arrays.equals(kept.get(i), bytes(i))).isTrue();
      }
    }
  }

  @Test
  default void aSmallRangeIsCounted() {
    try (RowStore store = open()) {
      fillShuffled(store, 500);
      delete(store, key(101), 600);
      RangeEstimate some = store.estimate(TABLE, bytes(100), bytes(110));
      assertThat(some).isEqualTo(new RangeEstimate(9, 9 * (Long.BYTES + 4), true));
      assertThat(store.estimate(TABLE, bytes(7_000), null).rows()).isZero();
      assertThat(store.estimate(TABLE, BEGINNING, null).rows()).isEqualTo(499);
      assertThat(store.estimate(TABLE + 1, BEGINNING, null).rows()).isZero();
    }
  }

  @Test
  default void aLargeRangeIsNoMoreThanItsTable() {
    try (RowStore store = open()) {
      fillShuffled(store, 5_000);
      RangeEstimate all = store.estimate(TABLE, BEGINNING, null);
      assertThat(all.exact()).isFalse();
      assertThat(all.rows()).isEqualTo(5_000);
      assertThat(store.estimate(TABLE, bytes(100), bytes(4_900)).rows()).isBetween(1_024L, 5_000L);
    }
  }
}
