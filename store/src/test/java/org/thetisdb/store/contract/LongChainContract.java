package org.thetisdb.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.StoreConfig;

/** Rows that get thousands of versions because the watermark stands. */
public interface LongChainContract extends StoreFactory {
  int VERSIONS = 10_000;

  @Test
  default void everyVersionOfALongChainCanBeRead() {
    try (RowStore store = open()) {
      fill(store, 100);
      RowVersion version = new RowVersion();
      for (int position = 1; position <= VERSIONS; position += 37) {
        assertThat(store.read(key(1), upTo(position), version)).isTrue();
        assertThat(version.position()).isEqualTo(position);
        assertThat(version.toByteArray()).isEqualTo(Rows.checked(1, position, 100));
      }
      assertThat(store.read(key(1), upTo(0), version)).isFalse();
    }
  }

  private static void fill(RowStore store, int rowBytes) {
    for (int position = 1; position <= VERSIONS; position++) {
      byte[] row = Rows.checked(1, position, rowBytes);
      assertThat(put(store, key(1), position, row)).isEqualTo(position);
    }
  }

  @Test
  default void collectCutsALongChainWhereTheWatermarkStands() {
    try (RowStore store = open()) {
      fill(store, 100);
      int newest = VERSIONS;
      for (int watermark = 1; watermark <= VERSIONS; watermark += 1_999) {
        store.collect(upTo(watermark), 10, 10);
        newest++;
        int left = put(store, key(1), newest, Rows.checked(1, newest, 100));
        assertThat(left).isEqualTo(newest - watermark + 1);
        assertOldest(store, watermark);
      }
    }
  }

  /** The oldest version left is the one that the watermark needs. */
  private static void assertOldest(RowStore store, int watermark) {
    RowVersion version = new RowVersion();
    assertThat(store.read(key(1), upTo(watermark - 1), version)).isFalse();
    assertThat(store.read(key(1), upTo(watermark), version)).isTrue();
    assertThat(version.position()).isEqualTo(watermark);
  }

  @Test
  default void anInstallCutsALongChainOnceTheWatermarkIsNear() {
    try (RowStore store = open()) {
      fill(store, 100);
      long before = store.usedBytes();
      byte[] row = Rows.checked(1, VERSIONS + 1, 100);
      int left = put(store, key(1), VERSIONS + 1, row, upTo(VERSIONS));
      assertThat(left).isEqualTo(VERSIONS_KEPT);
      assertThat(store.usedBytes()).isLessThan(before / 20);
    }
  }

  @Test
  default void aLongChainThatIsDeletedGoesAltogether() {
    try (RowStore store = open()) {
      fill(store, 2_000);
      Rows.delete(store, key(1), VERSIONS + 1);
      assertThat(store.collect(upTo(VERSIONS + 1), 10, 10)).isEqualTo(1);
      assertThat(store.usedBytes()).isZero();
    }
  }

  @Test
  @InTurn(oneIn = 12)
  default void aLongChainIsCutByTheNextWriteWhenMemoryIsShort() {
    StoreConfig config = StoreConfig.of(Rows.SITE, 8 * MIB).withHeadroomBytes(6 * MIB);
    try (RowStore store = open(config)) {
      for (int position = 1; position <= 4 * VERSIONS; position++) {
        put(store, key(1), position, Rows.checked(1, position, 100), upTo(position - 9_000));
      }
      assertThat(store.usedBytes()).isLessThan(3 * MIB);
      assertThat(store.read(key(1), upTo(4 * VERSIONS - 9_000), new RowVersion())).isTrue();
    }
  }
}
