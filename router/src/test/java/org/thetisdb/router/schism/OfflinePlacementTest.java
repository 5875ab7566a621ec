package org.thetisdb.router.schism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.router.schism.Trace.Access;

class OfflinePlacementTest {
  private static final int ACCOUNTS = 3_000;

  @Test
  void neighboursThatPayEachOtherComeTogetherInFewRanges() {
    OfflinePlacement placed = OfflinePlacement.of(payments(20_000, 1, 20), 3, 1.1, 1);
    assertThat(placed.distributedByHash()).isGreaterThan(0.5);
    assertThat(placed.distributed()).isLessThan(0.03).isLessThan(placed.distributedByRange());
    assertThat(placed.placement().ranges().ranges()).hasSizeLessThan(100);
    assertBalanced(placed, 1.12);
  }

  @Test
  void groupsThatAreScatteredOverTheKeysAreFound() {
    // The partner of an account is one of the same 60, which lie all over the bank.
    SplittableRandom random = new SplittableRandom(1);
    List<Access> transactions = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      int group = random.nextInt(50);
      transactions.add(
          new Access(
              new long[] {
                cell(16, random.nextInt(60) * 50 + group), cell(16, random.nextInt(60) * 50 + group)
              },
              new long[0]));
    }
    OfflinePlacement placed = OfflinePlacement.of(new Trace(1, 30_000, transactions), 2, 1.1, 1);
    assertThat(placed.distributed()).isZero();
    assertBalanced(placed, 1.1);
  }

  @Test
  void tablesThatNobodyWritesBindNothing() {
    List<Access> transactions = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      transactions.add(new Access(new long[] {cell(16, i % 10)}, new long[] {cell(17, i % 7)}));
    }
    OfflinePlacement placed = OfflinePlacement.of(new Trace(1, 1_000, transactions), 2, 1.1, 1);
    assertThat(placed.distributed()).isZero();
    assertThat(placed.nodes()).isEqualTo(10);
  }

  @Test
  void whatIsOnlyReadGoesToItsReaders() {
    List<Access> transactions = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      transactions.add(new Access(new long[] {cell(17, i % 10)}, new long[] {cell(16, i % 10)}));
    }
    StaticPlacement placed =
        OfflinePlacement.of(new Trace(1, 1_000, transactions), 2, 1.1, 1).placement();
    for (int i = 0; i < 10; i++) {
      assertThat(placed.ranges().site(cell(16, i)))
          .isPositive()
          .isEqualTo(placed.ranges().site(cell(17, i)));
    }
  }

  @Test
  void moreRangesThanCanBeServedFallBackToTheHash() {
    // Every second account goes with the others of its kind: each is a range of its own.
    SplittableRandom random = new SplittableRandom(1);
    List<Access> transactions = new ArrayList<>();
    int accounts = 15_000;
    for (int i = 0; i < 100_000; i++) {
      int kind = random.nextInt(2);
      transactions.add(
          new Access(
              new long[] {
                cell(16, random.nextInt(accounts / 2) * 2L + kind),
                cell(16, random.nextInt(accounts / 2) * 2L + kind)
              },
              new long[0]));
    }
    OfflinePlacement placed = OfflinePlacement.of(new Trace(1, 1, transactions), 2, 1.1, 1);
    assertThat(placed.placement().ranges().ranges()).hasSizeLessThanOrEqualTo(10_000);
  }

  @Test
  void aTraceOfRangesOrOfNothingIsRefused() {
    assertThatThrownBy(() -> OfflinePlacement.of(new Trace(0, 0, List.of()), 2, 1.1, 1))
        .hasMessageContaining("ranges");
    assertThatThrownBy(() -> OfflinePlacement.of(new Trace(1, 0, List.of()), 2, 1.1, 1))
        .hasMessageContaining("no transaction");
  }

  private static void assertBalanced(OfflinePlacement placed, double imbalance) {
    long total = 0;
    for (long weight : placed.siteWeights()) {
      total += weight;
    }
    for (long weight : placed.siteWeights()) {
      assertThat((double) weight).isLessThan(imbalance * total / placed.siteWeights().length + 1);
    }
  }

  /** Two tables, savings and checking; partners are at most so far apart. */
  private static Trace payments(int count, long seed, int apart) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Access> transactions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int one = random.nextInt(ACCOUNTS - apart);
      int other = one + random.nextInt(apart);
      transactions.add(
          new Access(new long[] {cell(16, one), cell(17, other)}, new long[] {cell(17, one)}));
    }
    return new Trace(1, count, transactions);
  }

  private static long cell(int table, long index) {
    return PartitionId.of(table, index);
  }
}
