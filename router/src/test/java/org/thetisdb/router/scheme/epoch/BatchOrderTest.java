package org.thetisdb.router.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.SiteToRouter.Conflict;

/** The order of batches over three sites, against serial runs. */
class BatchOrderTest {
  private static final int SITES = 3;
  private static final int ROWS = 12;

  /** Each transaction writes the sum of what it read, and its number; so orders can be told. */
  private record Sum(long number, int[] reads, int[] writes) {
    void run(Map<Integer, Long> from, Map<Integer, Long> to) {
      long sum = number;
      for (int read : reads) {
        sum = 31 * sum + from.getOrDefault(read, 0L);
      }
      for (int write : writes) {
        to.put(write, sum);
      }
    }
  }

  private static List<Sum> batch(Random random) {
    return LongStream.range(1, 11)
        .mapToObj(number -> new Sum(number, some(random), some(random)))
        .toList();
  }

  private static int[] some(Random random) {
    return random.ints(random.nextInt(4), 0, ROWS).distinct().toArray();
  }

  /** What the primary of every third row tells. */
  private static void tell(List<Sum> batch, int site, BatchOrder order) {
    for (int i = 0; i < batch.size(); i++) {
      Sum one = batch.get(i);
      List<Sum> earlier = batch.subList(0, i);
      order.add(
          new Conflict(
              one.number,
              earlier.stream().anyMatch(other -> meet(one.reads, other.writes, site)),
              earlier.stream().anyMatch(other -> meet(one.writes, other.reads, site)),
              earlier.stream().anyMatch(other -> meet(one.writes, other.writes, site))));
    }
  }

  private static boolean meet(int[] some, int[] others, int site) {
    return IntStream.of(some)
        .anyMatch(row -> row % SITES == site && IntStream.of(others).anyMatch(x -> x == row));
  }

  private static List<Sum> committed(List<Sum> batch, BatchOrder order) {
    for (int site = 0; site < SITES; site++) {
      tell(batch, site, order);
    }
    List<Sum> committed = new ArrayList<>();
    for (long number : order.decide(batch.stream().map(Sum::number).toList())) {
      committed.add(batch.get((int) number - 1));
    }
    return committed;
  }

  @Test
  void whatCommitsIsAsIfItHadRunOneByOneInThatOrder() {
    int overtaking = 0;
    for (int seed = 0; seed < 500; seed++) {
      List<Sum> batch = batch(new Random(seed));
      BatchOrder order = new BatchOrder(false, seed % 4 > 0);
      Map<Integer, Long> atOnce = new TreeMap<>();
      Map<Integer, Long> oneByOne = new TreeMap<>();
      List<Sum> committed = committed(batch, order);
      for (Sum sum : committed) {
        sum.run(Map.of(), atOnce);
        sum.run(oneByOne, oneByOne);
      }
      assertThat(oneByOne).as("seed %d", seed).isEqualTo(atOnce);
      assertThat(committed).as("the first one").contains(batch.get(0));
      overtaking += order.overtaking();
    }
    assertThat(overtaking).isGreaterThan(100);
  }

  @Test
  void underSnapshotsTheFirstToChangeARowWins() {
    for (int seed = 0; seed < 200; seed++) {
      List<Sum> batch = batch(new Random(seed));
      List<Sum> committed = committed(batch, new BatchOrder(true, true));
      assertThat(committed).isSortedAccordingTo((a, b) -> Long.compare(a.number, b.number));
      int[] written = committed.stream().flatMapToInt(sum -> IntStream.of(sum.writes)).toArray();
      assertThat(written).doesNotHaveDuplicates();
      assertThat(committed).contains(batch.get(0));
    }
  }

  @Test
  void whatSitesTellOfOneTransactionCountsTogether() {
    BatchOrder order = new BatchOrder(false, true);
    order.add(new Conflict(2, true, false, false));
    order.add(new Conflict(2, false, true, false));
    order.add(new Conflict(3, true, false, false));
    order.add(new Conflict(4, false, true, true));
    assertThat(order.decide(List.of(1L, 2L, 3L, 4L))).containsExactly(3L, 1L, 4L);
    assertThat(order.overtaking()).isEqualTo(1);
    assertThat(order.decide(List.of(5L, 6L))).as("the next batch").containsExactly(5L, 6L);
  }

  @Test
  void withoutReorderingWhoHasReadWhatAnEarlierOneWritesLoses() {
    BatchOrder order = new BatchOrder(false, false);
    order.add(new Conflict(2, true, false, false));
    order.add(new Conflict(3, false, true, false));
    assertThat(order.decide(List.of(1L, 2L, 3L))).containsExactly(1L, 3L);
  }
}
