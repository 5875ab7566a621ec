package org.thetisdb.server.scheme.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/** Reservations: the examples of the thesis, and random batches against serial runs. */
class ReservationsTest {
  private static final int X = 1;
  private static final int Y = 2;
  private static final int Z = 3;

  private static RowKey key(int row) {
    return new RowKey(16, new byte[] {(byte) row});
  }

  private static List<RowKey> rows(int... rows) {
    return Arrays.stream(rows).mapToObj(ReservationsTest::key).toList();
  }

  private static void add(Reservations batch, List<RowKey> reads, List<RowKey> writes) {
    batch.add(reads, List.of(), writes);
  }

  @Test
  void theFirstWriterOfARowCommitsAndALaterOneDoesNot() {
    // Example 1: T1: x = x + 1, T2: y = x - y, T3: x = x + y
    Reservations batch = new Reservations(false, false);
    add(batch, rows(X), rows(X));
    add(batch, rows(X, Y), rows(Y));
    add(batch, rows(X, Y), rows(X));
    assertThat(batch.commitOrder()).containsExactly(0);
  }

  @Test
  void twoThatWriteARowBlindlyBothCommitAndTheSecondCounts() {
    Reservations batch = new Reservations(false, true);
    add(batch, rows(), rows(X));
    add(batch, rows(), rows(X));
    assertThat(batch.commitOrder()).containsExactly(0, 1);
  }

  @Test
  void twoThatReadARowAndWriteItDoNot() {
    Reservations batch = new Reservations(false, true);
    add(batch, rows(X), rows(X));
    add(batch, rows(X), rows(X));
    assertThat(batch.commitOrder()).containsExactly(0);
  }

  @Test
  void whoOnlyReadWhatAnEarlierOneWritesCommitsBeforeIt() {
    // Example 2: T1: y = x, T2: z = y, T3: print y + z
    Reservations batch = new Reservations(false, true);
    add(batch, rows(X), rows(Y));
    add(batch, rows(Y), rows(Z));
    add(batch, rows(Y, Z), List.of());
    assertThat(batch.commitOrder()).containsExactly(2, 1, 0);
  }

  @Test
  void aChainOfReadersOfTheWriteBeforeCommitsBackwards() {
    Reservations batch = new Reservations(false, true);
    for (int i = 0; i < 20; i++) {
      add(batch, rows(i), rows(i + 1));
    }
    int[] order = batch.commitOrder();
    assertThat(order).hasSize(20);
    assertThat(order[0]).isEqualTo(19);
    assertThat(order[19]).isZero();
  }

  @Test
  void aCycleIsCutAtOneOfItsTransactions() {
    // Example 3: T1: y = x, T2: x = z, T3: z = y
    Reservations batch = new Reservations(false, true);
    add(batch, rows(X), rows(Y));
    add(batch, rows(Z), rows(X));
    add(batch, rows(Y), rows(Z));
    assertThat(batch.commitOrder()).containsExactly(0, 1);
  }

  @Test
  void aRowThatComesIntoARangeConflictsWithWhoHasReadTheRange() {
    KeyRange all = new KeyRange(16, new byte[0], new byte[0]);
    KeyRange few = new KeyRange(16, new byte[] {1}, new byte[] {5});
    for (KeyRange range : List.of(all, few)) {
      Reservations batch = new Reservations(false, false);
      add(batch, List.of(), rows(4));
      batch.add(List.of(), List.of(range), rows(9));
      assertThat(batch.commitOrder()).containsExactly(0);
    }
  }

  @Test
  void whoReadARangeAndWritesIntoOneThatWasReadLoses() {
    KeyRange low = new KeyRange(16, new byte[] {1}, new byte[] {5});
    KeyRange high = new KeyRange(16, new byte[] {5}, new byte[] {9});
    Reservations batch = new Reservations(false, true);
    batch.add(List.of(), List.of(low), rows(7));
    batch.add(List.of(), List.of(high), rows(2));
    assertThat(batch.commitOrder()).containsExactly(0);
  }

  /** Each transaction writes the sum of what it read, and its number; so orders can be told. */
  private record Sum(int number, int[] reads, int[] writes) {
    void run(Map<Integer, Integer> from, Map<Integer, Integer> to) {
      int sum = number + 1;
      for (int read : reads) {
        sum = 31 * sum + from.getOrDefault(read, 0);
      }
      for (int write : writes) {
        to.put(write, sum);
      }
    }
  }

  @Test
  void whatCommitsIsAsIfItHadRunOneByOneInTheGivenOrder() {
    int committed = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      List<Sum> sums = new ArrayList<>();
      Reservations batch = new Reservations(false, seed % 4 > 0);
      for (int i = 0; i < 12; i++) {
        Sum sum = new Sum(i, some(random), some(random));
        sums.add(sum);
        add(batch, rows(sum.reads), rows(sum.writes));
      }
      Map<Integer, Integer> atOnce = new TreeMap<>();
      Map<Integer, Integer> oneByOne = new TreeMap<>();
      for (int number : batch.commitOrder()) {
        sums.get(number).run(Map.of(), atOnce);
        sums.get(number).run(oneByOne, oneByOne);
        committed++;
      }
      assertThat(oneByOne).as("seed %d", seed).isEqualTo(atOnce);
    }
    assertThat(committed).isGreaterThan(2_000);
  }

  @Test
  void underSnapshotsOnlyALaterWriterOfARowLoses() {
    // write skew: each reads what the other one writes
    Reservations batch = new Reservations(true, true);
    add(batch, rows(X, Y), rows(X));
    add(batch, rows(X, Y), rows(Y));
    add(batch, rows(Z), rows(Y, Z));
    assertThat(batch.commitOrder()).containsExactly(0, 1);
  }

  @Test
  void underSnapshotsALosersFollowerLosesIfItWritesTheSame() {
    Reservations batch = new Reservations(true, true);
    add(batch, rows(), rows(X));
    add(batch, rows(), rows(X, Y));
    add(batch, rows(), rows(Y));
    assertThat(batch.commitOrder()).as("as all sites would say, in one pass").containsExactly(0);
  }

  private static int[] some(Random random) {
    return random.ints(random.nextInt(3), 0, 16).distinct().toArray();
  }
}
