package org.thetisdb.migration.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Migration.Way;

/** How a sample of transactions divides the load of sites, and what it lets expect of a plan. */
class SampledWorkTest {
  private static final PlanBounds BOUNDS = new PlanBounds(0.2, 0.1, 0.05, 64, false);
  private static final List<Integer> ALL = List.of(1, 2, 3);

  private static MovableRange range(int id, int master, double load) {
    return new MovableRange(id, master, load, 0, ALL, List.of());
  }

  private static List<int[]> oneCellEach(int cells) {
    List<int[]> each = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      each.add(new int[] {cell});
    }
    return each;
  }

  private static RebalancePlan plan(Map<Integer, Double> busy, PlannedMove... moves) {
    return new RebalancePlan(
        List.of(moves), new java.util.TreeMap<>(busy), new java.util.TreeMap<>(busy));
  }

  @Test
  void aSiteIsBusyWithoutWorkToo() {
    List<int[]> transactions = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      transactions.add(new int[] {i % 3});
    }
    SampledWork work =
        new SampledWork(transactions, new int[] {1, 1, 1}, Map.of(1, 0.9, 2, 0.3, 3, 0.3));
    assertThat(work.loads()).containsExactly(new double[] {0.2, 0.2, 0.2}, within(1e-9));
  }

  @Test
  void aPlanThatPartsNothingIsExpectedToRelieveTheSite() {
    List<int[]> transactions = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      transactions.add(new int[] {i % 3});
    }
    Map<Integer, Double> busy = Map.of(1, 0.9, 2, 0.3, 3, 0.3);
    SampledWork work = new SampledWork(transactions, new int[] {1, 1, 1}, busy);
    RebalancePlan plan =
        work.expected(
            plan(busy, new PlannedMove(range(1, 1, 0.2), 1, 2, Way.PROMOTE)),
            oneCellEach(3),
            BOUNDS);
    assertThat(plan.moves()).hasSize(1);
    assertThat(plan.after().get(1)).isCloseTo(0.7, within(1e-9));
    assertThat(plan.after().get(2)).isCloseTo(0.5, within(1e-9));
    assertThat(work.distributed(plan, oneCellEach(3))).isZero();
  }

  @Test
  void aPlanThatRelievesNobodyIsNone() {
    List<int[]> transactions = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      transactions.add(new int[] {0, 1});
    }
    Map<Integer, Double> busy = Map.of(1, 0.9, 2, 0.0);
    SampledWork work = new SampledWork(transactions, new int[] {1, 1}, busy);
    PlannedMove move = new PlannedMove(range(1, 1, 0.45), 1, 2, Way.PROMOTE);
    RebalancePlan plan = work.expected(plan(busy, move), oneCellEach(2), BOUNDS);
    assertThat(plan.moves()).isEmpty();
    assertThat(plan.after().get(1)).isCloseTo(0.9 * SampledWork.DISTRIBUTED, within(1e-9));
    assertThat(work.distributed()).isZero();
    assertThat(work.distributed(plan(busy, move), oneCellEach(2))).isEqualTo(1);
  }

  @Test
  void whateverTheSampleLoadsComeToNoMoreThanTheSiteIsBusy() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      int[] masters = random.ints(1 + random.nextInt(20), 1, 4).toArray();
      List<int[]> transactions = new ArrayList<>();
      for (int i = random.nextInt(50); i > 0; i--) {
        transactions.add(
            random.ints(1 + random.nextInt(3), 0, masters.length).distinct().toArray());
      }
      Map<Integer, Double> busy =
          Map.of(1, random.nextDouble(), 2, random.nextDouble(), 3, random.nextDouble());
      SampledWork work = new SampledWork(transactions, masters, busy);
      double[] loads = work.loads();
      for (int site = 1; site <= 3; site++) {
        int at = site;
        double sum =
            java.util.stream.IntStream.range(0, loads.length)
                .filter(cell -> masters[cell] == at)
                .mapToDouble(cell -> loads[cell])
                .sum();
        assertThat(sum).as("seed %d", seed).isBetween(0.0, busy.get(site) + 1e-9);
      }
      assertThat(Arrays.stream(loads).allMatch(Double::isFinite)).isTrue();
      assertThat(work.expected(plan(busy), List.of(), BOUNDS).moves()).isEmpty();
    }
  }
}
