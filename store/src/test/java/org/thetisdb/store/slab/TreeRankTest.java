package org.thetisdb.store.slab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RangeEstimate;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.contract.Rows;

/** How well the rows of a range are judged from two ways through the tree. */
class TreeRankTest {
  private static final int ROWS = 200_000;

  private final RowStore store = new SlabRowStore(StoreConfig.of(1, 256 << 20));

  @Test
  void rangesOfRowsThatCameInOrderAreJudgedWithinATenth() {
    for (int i = 0; i < ROWS; i++) {
      Rows.put(store, Rows.key(i), 1, "row");
    }
    assertJudged(0.1);
  }

  @Test
  void rangesOfRowsThatCameInNoOrderAreJudgedWithinAFifth() {
    long step = 77_773; // coprime to the number of rows
    for (long i = 0; i < ROWS; i++) {
      Rows.put(store, Rows.key(i * step % ROWS), 1, "row");
    }
    assertJudged(0.2);
  }

  @Test
  void keysThatDifferLateAreJudgedAsWell() {
    byte[] key = new byte[40];
    for (int i = 0; i < 100_000; i++) {
      key[0] = (byte) (i / 50_000);
      key[36] = (byte) (i >> 16);
      key[37] = (byte) (i >> 8);
      key[38] = (byte) i;
      byte[] copy = key.clone();
      store.install(new RowKey(Rows.TABLE, copy), Rows.stamp(1), 1, copy, 0, 8, Snapshot.NOTHING);
    }
    long first = store.estimate(Rows.TABLE, Rows.BEGINNING, new byte[] {1}).rows();
    assertThat(first).isBetween(45_000L, 55_000L);
  }

  @Test
  void aRangeIsJudgedWhileRowsComeIn() throws InterruptedException {
    AtomicBoolean stop = new AtomicBoolean();
    Thread writer =
        new Thread(
            () -> {
              for (int i = 0; i < ROWS && !stop.get(); i++) {
                Rows.put(store, Rows.key(i), 1, "row");
              }
            });
    writer.start();
    for (int i = 0; i < 2_000; i++) {
      RangeEstimate all = store.estimate(Rows.TABLE, Rows.BEGINNING, Rows.bytes(ROWS));
      assertThat(all.rows()).isBetween(0L, (long) ROWS);
    }
    stop.set(true);
    writer.join();
  }

  private void assertJudged(double tolerance) {
    Random random = new Random(7);
    for (int i = 0; i < 100; i++) {
      int from = random.nextInt(ROWS / 2);
      int length = ROWS / 20 + random.nextInt(ROWS / 2 - ROWS / 20);
      RangeEstimate estimate =
          store.estimate(Rows.TABLE, Rows.bytes(from), Rows.bytes(from + length));
      assertThat((double) estimate.rows())
          .as("rows %d to %d", from, from + length)
          .isBetween(length * (1 - tolerance), length * (1 + tolerance));
      assertThat(estimate.bytes()).isEqualTo(estimate.rows() * (Long.BYTES + 3));
    }
  }
}
