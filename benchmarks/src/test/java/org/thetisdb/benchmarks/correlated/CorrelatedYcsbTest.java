package org.thetisdb.benchmarks.correlated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.procedures.testing.ProcedureTester;

class CorrelatedYcsbTest {
  private static final int PARTITIONS = 40;

  private final ProcedureTester db = new ProcedureTester();

  private static CorrelatedOptions options(Weights weights, int affinity) {
    return new CorrelatedOptions(PARTITIONS, 0, weights, affinity, -1);
  }

  private static CorrelatedScript script(PartitionOrder order, CorrelatedOptions options) {
    Zipf places = new Zipf(PARTITIONS, options.skew());
    return new CorrelatedScript(
        order, places, options, new SplittableRandom(7), new Observations(2));
  }

  private CorrelatedYcsb loaded() {
    CorrelatedYcsb workload = new CorrelatedYcsb(options(CorrelatedOptions.USUAL_WEIGHTS, 10));
    LoadPlan plan = workload.loadPlan();
    for (int call = 0; call < plan.calls(); call++) {
      db.call(new LoadRecords(), plan.arguments(call));
    }
    return workload;
  }

  private String check(CorrelatedYcsb workload) {
    return workload.check((procedure, arguments) -> db.call(new SumChanges(), arguments));
  }

  @Test
  void whatIsLoadedIsWholeAndAChangeThatNobodyWasToldOfIsFound() {
    CorrelatedYcsb workload = loaded();
    assertThat(check(workload)).isEqualTo("ok");
    assertThat(db.call(new ReadModifyWrite(), 3_472L, 3_601L, 3_890L)).isEqualTo(3L);
    assertThat(check(workload)).contains("should count 0 changes, but count 3");
    assertThat(db.call(new ScanPartitions(), List.of(36L, 37L, 38L))).isEqualTo(300L);
  }

  @Test
  void anUpdateHasThreeRecordsOfPartitionsThatLieNearEachOther() {
    PartitionOrder order = new PartitionOrder(PARTITIONS, -1, 1);
    CorrelatedScript script = script(order, options(Weights.of(100, 0), 1));
    NextCall call = new NextCall();
    for (int i = 0; i < 2_000; i++) {
      script.next(call);
      long base = (Long) call.arguments()[0] / Records.PER_PARTITION;
      Set<Object> keys = new HashSet<>(List.of(call.arguments()));
      assertThat(keys).hasSize(3);
      for (Object key : call.arguments()) {
        long apart = Math.floorMod((Long) key / Records.PER_PARTITION - base + 3, PARTITIONS);
        assertThat(apart).isBetween(0L, 5L);
      }
    }
  }

  @Test
  void anUpdateOfGroupsStaysInItsGroupAndReachesAllOfIt() {
    PartitionOrder order = new PartitionOrder(PARTITIONS, -1, 1);
    CorrelatedOptions options = new CorrelatedOptions(PARTITIONS, 0, Weights.of(100, 0), 1, -1, 8);
    CorrelatedScript script = script(order, options);
    order.shuffle();
    int[] groupOf = new int[PARTITIONS];
    for (int place = 0; place < PARTITIONS; place++) {
      groupOf[order.at(place)] = place / 8;
    }
    NextCall call = new NextCall();
    Set<Long> reached = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      script.next(call);
      Set<Integer> groups = new HashSet<>();
      for (Object key : call.arguments()) {
        reached.add((Long) key / Records.PER_PARTITION);
        groups.add(groupOf[(int) ((Long) key / Records.PER_PARTITION)]);
      }
      assertThat(groups).hasSize(1);
      assertThat(Set.of(call.arguments())).hasSize(3);
    }
    assertThat(reached).hasSize(PARTITIONS);
  }

  @Test
  void groupsThatDoNotDivideThePartitionsAreRefused() {
    for (int group : new int[] {-1, 3, 41}) {
      assertThatThrownBy(
              () -> new CorrelatedOptions(PARTITIONS, 0, Weights.of(100, 0), 1, -1, group))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aWorkloadThatIsShuffledByHandIsShuffledOnce() {
    CorrelatedYcsb workload = new CorrelatedYcsb(options(Weights.of(100, 0), 1));
    assertThat(workload.partitionAt(17)).isEqualTo(17);
    workload.shuffle();
    int now = workload.partitionAt(17);
    workload.shuffle();
    assertThat(workload.partitionAt(17)).isEqualTo(now);
    assertThat(CorrelatedYcsb.partitionOf(CorrelatedYcsb.firstRecord(now))).isEqualTo(now);
    assertThat(CorrelatedYcsb.partitionOf(CorrelatedYcsb.firstRecord(now) - 1)).isEqualTo(now - 1);
  }

  @Test
  void aClientKeepsItsPartitionAsLongAsItsAffinityLasts() {
    PartitionOrder order = new PartitionOrder(PARTITIONS, -1, 1);
    CorrelatedScript script = script(order, options(Weights.of(0, 100), 50));
    NextCall call = new NextCall();
    Set<Object> bases = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      script.next(call);
      bases.add(((List<?>) call.arguments()[0]).get(0));
    }
    assertThat(bases).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void atItsTimeOthersAreNeighboursAndPartitionsStayWhole() {
    PartitionOrder order = new PartitionOrder(PARTITIONS, 5, 1);
    order.look(1_000_000_000L);
    assertThat(order.at(17)).isEqualTo(17);
    order.look(5_900_000_000L);
    assertThat(order.at(17)).isEqualTo(17);
    order.look(6_000_000_000L);
    Set<Integer> all = new HashSet<>();
    int moved = 0;
    for (int place = 0; place < PARTITIONS; place++) {
      all.add(order.at(place));
      moved += order.at(place) == place ? 0 : 1;
    }
    assertThat(all).hasSize(PARTITIONS);
    assertThat(moved).isGreaterThan(PARTITIONS / 2);
    assertThat(order.at(-1)).isEqualTo(order.at(PARTITIONS - 1));
  }
}
