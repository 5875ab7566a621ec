package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.get;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;

/** Writes that come in another order than their stamps: the last stamp wins. */
public interface ThomasContract extends StoreFactory {
  private static int putIfNewer(RowStore store, long number, long position, String row) {
    byte[] bytes = row == null ? null : row.getBytes(StandardCharsets.UTF_8);
    int length = row == null ? 0 : bytes.length;
    return store.installIfNewer(
        key(number), Rows.stamp(position), position, bytes, 0, length, Snapshot.EVERYTHING);
  }

  @Test
  default void theOlderOfTwoWritesLosesWhicheverComesFirst() {
    try (RowStore store = open(StoreConfig.of(Rows.SITE, 64 * MIB))) {
      assertThat(putIfNewer(store, 1, 10, "ten")).isOne();
      assertThat(putIfNewer(store, 1, 9, "nine, too late")).isZero();
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("ten");
      assertThat(putIfNewer(store, 1, 11, "eleven")).isOne();
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("eleven");
    }
  }

  @Test
  default void theSameWriteTwiceIsOneVersion() {
    try (RowStore store = open()) {
      assertThat(putIfNewer(store, 1, 10, "once")).isOne();
      assertThat(putIfNewer(store, 1, 10, "once")).isZero();
    }
  }

  @Test
  default void aDeleteWinsOverAnOlderRowAndLosesToANewerOne() {
    try (RowStore store = open()) {
      assertThat(putIfNewer(store, 1, 10, null)).isOne();
      assertThat(putIfNewer(store, 1, 9, "too late")).isZero();
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isNull();
      putIfNewer(store, 1, 12, "back");
      assertThat(putIfNewer(store, 1, 11, null)).isZero();
      assertThat(get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("back");
    }
  }

  @Test
  default void aRefusedWriteLeavesSnapshotsAndMemoryAlone() {
    try (RowStore store = open()) {
      put(store, key(1), 10, "ten");
      long before = store.usedBytes();
      assertThat(putIfNewer(store, 1, 5, "five")).isZero();
      assertThat(store.usedBytes()).isEqualTo(before);
      assertThat(get(store, key(1), upTo(9))).isNull();
    }
  }

  @Test
  default void allOrdersOfTheSameWritesEndAlike() {
    Random random = new Random(11);
    List<Integer> positions = new ArrayList<>();
    for (int position = 1; position <= 200; position++) {
      positions.add(position);
    }
    for (int round = 0; round < 10; round++) {
      Collections.shuffle(positions, random);
      try (RowStore store = open()) {
        for (int position : positions) {
          putIfNewer(store, position % 7, position, position % 3 == 0 ? null : "p" + position);
        }
        assertThat(Rows.scan(store, Snapshot.EVERYTHING))
            .containsExactly("0=p196", "1=p197", "3=p199", "4=p200", "5=p194");
      }
    }
  }
}
