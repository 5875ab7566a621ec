package org.thetisdb.store.slab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.store.contract.Rows.delete;
import static org.thetisdb.store.contract.Rows.key;
import static org.thetisdb.store.contract.Rows.put;
import static org.thetisdb.store.contract.Rows.upTo;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.contract.Rows;

/** What is particular to memory in slabs: cells of one size serve no other. */
final class SlabMemoryTest {
  private static final long MIB = 1 << 20;
  private static final long LIMIT_BYTES = 8 * MIB;
  private static final int SLAB_BYTES = 1 << 16;
  private static final int INSTALL_BYTES = 160;

  @Test
  void whatAnInstallTakesIsCoveredByWhatItsNewRowReserved() {
    try (RowStore store = new SlabRowStore(StoreConfig.of(Rows.SITE, LIMIT_BYTES))) {
      for (int newLength = 0; newLength < 9_000; newLength += 271) {
        for (int oldLength = 0; oldLength < 9_000; oldLength += 307) {
          put(store, key(1), 1, new byte[oldLength], upTo(1));
          long before = store.usedBytes();
          put(store, key(1), 2, new byte[newLength], upTo(1));
          assertThat(store.usedBytes() - before)
              .describedAs("%s bytes behind %s", newLength, oldLength)
              .isLessThanOrEqualTo(newLength + newLength / 8 + INSTALL_BYTES);
          delete(store, key(1), 3, upTo(3));
          store.collect(upTo(3), 10, 10);
          assertThat(store.rowCount(Rows.TABLE)).isZero();
        }
      }
    }
  }

  @Test
  void aStoreMayHaveAllMemoryAndTakesNoneBeforeRowsCome() {
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long machineBytes = machine.getTotalMemorySize();
    try (RowStore store = new SlabRowStore(StoreConfig.of(Rows.SITE, machineBytes))) {
      put(store, key(1), 1, "a");
      assertThat(store.limitBytes()).isEqualTo(machineBytes);
      assertThat(Rows.get(store, key(1), Snapshot.EVERYTHING)).isEqualTo("a");
    }
  }

  @Test
  void noReservedInstallFailsWhereSlabsServeNoOtherSize() {
    try (RowStore store = new SlabRowStore(StoreConfig.of(Rows.SITE, LIMIT_BYTES))) {
      int rows = 0;
      int before;
      int length = 300;
      do {
        before = rows;
        rows = fill(store, rows, length);
        int kept = SLAB_BYTES / length;
        for (int i = before; i < rows; i++) {
          if (i % kept != 0) {
            delete(store, key(i), 2, upTo(2));
          }
        }
        store.collect(upTo(2), rows, rows);
        length += length / 6;
      } while (rows > before && length < 4_000);
      assertThat(rows).describedAs("no row of %s bytes has room", length).isEqualTo(before);
      assertThat(store.usedBytes()).isLessThan(LIMIT_BYTES / 2);
      assertThatThrownBy(() -> store.reserve(1, 100))
          .isInstanceOfSatisfying(
              ThetisException.class,
              full -> assertThat(full.code()).isEqualTo(ErrorCode.MEMORY_FULL));
      store.reserveDeletes(10);
      for (int i = 0; i < rows; i++) {
        delete(store, key(i), 3, upTo(3));
      }
      store.collect(upTo(3), rows, rows);
      assertThat(store.rowCount(Rows.TABLE)).isZero();
      assertThat(fill(store, rows, length) - rows).isGreaterThan(1_000);
    }
  }

  /** Inserts rows, each reserved first, until the store refuses; returns where it ended. */
  private static int fill(RowStore store, int first, int length) {
    for (int i = first; ; i++) {
      try {
        store.reserve(1, length + 16);
      } catch (ThetisException full) {
        return i;
      }
      put(store, key(i), 1, new byte[length]);
    }
  }
}
