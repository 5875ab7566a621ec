package org.thetisdb.router.readmostly;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;

/** Since when nobody has written a table of items. */
final class TableWritesTest {
  private static final int ITEMS = 20;
  private static final int ORDERS = 21;
  private static final long REST_US = 1_000;
  private static final ReadMostlyConfig CONFIG = ReadMostlyConfig.resting(REST_US);

  @Test
  void aTableIsReadMostlyUntilWrittenAndAgainWhenTheTimeIsOver() {
    TableWrites writes = TableWrites.unwritten(CONFIG);
    assertThat(writes.isReadMostly(ITEMS, 0)).isTrue();
    writes.onWrite(ITEMS, 5);
    assertThat(writes.isReadMostly(ITEMS, 5)).isFalse();
    assertThat(writes.isReadMostly(ITEMS, 5 + REST_US - 1)).isFalse();
    assertThat(writes.isReadMostly(ITEMS, 5 + REST_US)).isTrue();
    assertThat(writes.isReadMostly(ORDERS, 5)).isTrue();
  }

  @Test
  void whoKnowsNothingOfWritesBeforeItWaitsForARest() {
    TableWrites writes = TableWrites.writtenUntil(CONFIG, 100);
    assertThat(writes.isReadMostly(ITEMS, 100 + REST_US - 1)).isFalse();
    assertThat(writes.isReadMostly(ITEMS, 100 + REST_US)).isTrue();
  }

  @Test
  void whatIsForgottenIsReadMostlyAsBefore() {
    TableWrites writes = TableWrites.writtenUntil(CONFIG, 0);
    for (int table = 16; table < 10_000; table++) {
      long nowUs = table * 10L;
      writes.onWrite(table, nowUs);
      assertThat(writes.isReadMostly(Math.max(16, table - 100), nowUs)).isEqualTo(table >= 116);
      assertThat(writes.isReadMostly(Math.max(16, table - 99), nowUs)).isFalse();
    }
  }

  @Test
  void withoutATimeTheLastWriteIsNow() {
    TableWrites writes = TableWrites.unwritten(CONFIG);
    long item = PartitionId.of(ITEMS, 1);
    assertThat(writes.wasReadMostly(item)).isTrue();
    writes.onWrite(new long[] {item, PartitionId.of(ITEMS, 2)}, 1);
    assertThat(writes.wasReadMostly(item)).isFalse();
    writes.onWrite(new long[0], REST_US);
    assertThat(writes.wasReadMostly(item)).isFalse();
    writes.onWrite(new long[] {PartitionId.of(ORDERS, 1)}, REST_US + 1);
    assertThat(writes.wasReadMostly(item)).isTrue();
    assertThat(writes.wasReadMostly(PartitionId.of(ORDERS, 2))).isFalse();
  }

  @Test
  void noneIsReadMostlyIfThatIsSwitchedOff() {
    TableWrites writes = TableWrites.unwritten(ReadMostlyConfig.NONE);
    assertThat(writes.isReadMostly(ITEMS, 1L << 40)).isFalse();
    assertThat(writes.wasReadMostly(PartitionId.of(ITEMS, 1))).isFalse();
    writes.onWrite(ITEMS, 1);
    assertThat(writes.isReadMostly(ITEMS, 1L << 40)).isFalse();
  }
}
