package org.thetisdb.server.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Scenarios about rows and ranges that transactions over several sites have locked to read them.
 */
final class ReadLocksTest {
  private static final int TABLE = 20;
  private static final int SITE = 2;

  private final ReadLocks locks = new ReadLocks();
  private final KeyRange range = new KeyRange(TABLE, new byte[] {3}, new byte[] {6});

  private static RowKey row(int key) {
    return new RowKey(TABLE, new byte[] {(byte) key});
  }

  @Test
  void severalMayReadARowAndItIsFreeWhenAllHaveEnded() {
    locks.add(1, SITE, List.of(row(1)), List.of());
    locks.add(2, SITE, List.of(row(1)), List.of());
    assertThat(locks.isHeldByOther(row(1), 1)).isTrue();
    locks.remove(2, SITE, List.of(row(1)), List.of());
    assertThat(locks.isHeldByOther(row(1), 1)).as("nobody else reads it").isFalse();
    assertThat(locks.isHeldByOther(row(1), 0)).isTrue();
    locks.remove(1, SITE, List.of(row(1)), List.of());
    assertThat(locks.isHeldByOther(row(1), 0)).isFalse();
  }

  @Test
  void aRangeKeepsOthersFromEachKeyInItAndFromNoOther() {
    locks.add(1, SITE, List.of(), List.of(range));
    assertThat(locks.isHeldByOther(row(2), 2)).isFalse();
    assertThat(locks.isHeldByOther(row(3), 2)).isTrue();
    assertThat(locks.isHeldByOther(row(5), 2)).isTrue();
    assertThat(locks.isHeldByOther(row(6), 2)).isFalse();
    assertThat(locks.isHeldByOther(row(4), 1)).as("its own").isFalse();
  }

  @Test
  void aRangeWithoutAnEndReachesToTheEndOfItsTable() {
    KeyRange open = new KeyRange(TABLE, new byte[] {3}, new byte[0]);
    locks.add(1, SITE, List.of(), List.of(open));
    assertThat(locks.isHeldByOther(row(120), 2)).isTrue();
    assertThat(locks.isHeldByOther(new RowKey(TABLE + 1, new byte[] {4}), 2)).isFalse();
  }

  @Test
  void aRangeIsHeldOnlyAtTheSiteThatGrantedItAndOnlyIfItCoversAll() {
    locks.add(1, SITE, List.of(), List.of(range));
    assertThat(locks.isHeldBy(TABLE, new byte[] {4}, new byte[] {6}, 1, SITE)).isTrue();
    assertThat(locks.isHeldBy(TABLE, new byte[] {4}, new byte[] {7}, 1, SITE)).isFalse();
    assertThat(locks.isHeldBy(TABLE, new byte[] {4}, new byte[0], 1, SITE)).isFalse();
    assertThat(locks.isHeldBy(TABLE, new byte[] {4}, new byte[] {6}, 1, SITE + 1)).isFalse();
    locks.add(1, SITE + 1, List.of(), List.of(range));
    locks.remove(1, SITE, List.of(), List.of(range));
    assertThat(locks.isHeldBy(TABLE, new byte[] {4}, new byte[] {6}, 1, SITE + 1)).isTrue();
  }
}
