package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;

/** Workloads with something to learn: they settle, and end balanced. */
@Tag("slow")
@InTurn(oneIn = 12)
class LocalityScenariosTest {
  private static final int PER_S = 5000;

  private static void assertSettledAndEven(RoutingWorld world) {
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
  }

  @ParameterizedTest
  @CsvSource({"16, 300, 1", "16, 300, 2", "28, 200, 3", "40, 300, 4", "40, 30, 5", "28, 300, 6"})
  void neighboursSettle(int size, int clusters, long seed) {
    RoutingWorld world = new RoutingWorld(3, seed, PER_S);
    var workload = Workloads.clusters(world.random, clusters, size);
    world.run(100_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertSettledAndEven(world);
  }

  @Test
  void learningTakesSomeUpdatesForEachPartitionAndNoMore() {
    RoutingWorld world = new RoutingWorld(3, 7, PER_S);
    world.run(50_000, Workloads.clusters(world.random, 300, 28));
    assertThat(world.tally().remastered).as(world.summary()).isLessThan(8_400);
  }

  /** Learning needs its updates for each partition, however long they take to come. */
  @ParameterizedTest
  @CsvSource({"200, 10", "500, 11", "1000, 12"})
  void whoLearnsSlowlyIsNotTakenForThrashing(int updatesPerS, long seed) {
    RoutingWorld world = new RoutingWorld(3, seed, updatesPerS);
    var workload = Workloads.clusters(world.random, 300, 28);
    for (int piece = 0; piece < 50; piece++) {
      world.run(1_000, workload);
      assertThat(world.scheme.gathersAt()).as(world.summary()).isZero();
    }
  }

  @Test
  void neighboursSettleOnEightSites() {
    RoutingWorld world = new RoutingWorld(8, 8, PER_S);
    var workload = Workloads.clusters(world.random, 300, 28);
    world.run(150_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertSettledAndEven(world);
  }

  @Test
  void aClusterThatBeganAtOneSiteIsSpread() {
    RoutingWorld world = new RoutingWorld(3, 9, PER_S, java.util.Map.of(), FirstMaster.FIRST_SITE);
    var workload = Workloads.clusters(world.random, 300, 28);
    world.run(100_000, workload);
    assertThat(world.tally().remasteredShare()).as("whole clusters move").isLessThan(0.005);
    world.startCounting();
    world.run(50_000, workload);
    assertSettledAndEven(world);
  }

  @Test
  void fewStrayPairsDoNotHinder() {
    RoutingWorld world = new RoutingWorld(3, 10, PER_S);
    var workload = Workloads.clusters(world.random, 300, 28, 0.01);
    world.run(100_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertSettledAndEven(world);
  }

  @Test
  void aTenthOfStrayPairsCostsNoMoreThanTheStrayPairs() {
    RoutingWorld world = new RoutingWorld(3, 11, PER_S);
    var workload = Workloads.clusters(world.random, 300, 28, 0.10);
    world.run(100_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.08);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
  }

  @Test
  void neighbourhoodsWithoutBordersGetFewBorders() {
    RoutingWorld world = new RoutingWorld(3, 12, PER_S);
    var workload = Workloads.ring(world.random, 1_000, 3);
    world.run(250_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.015);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
  }

  @Test
  void rowsThatAreReadAreSettledWithThoseThatAreWritten() {
    RoutingWorld world = new RoutingWorld(3, 16, PER_S);
    var workload = Workloads.smallBank(world.random, 1_000, 3);
    world.run(200_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.02);
    assertThat(world.tally().cutReads).as(world.summary()).isLessThan(2_500);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
  }

  @Test
  void aChangeOfTheWorkloadIsLearned() {
    RoutingWorld world = new RoutingWorld(3, 13, PER_S);
    world.run(100_000, Workloads.clusters(world.random, 300, 28));
    var changed = Workloads.strewnClusters(world.random, 300, 28);
    world.startCounting();
    world.run(25_000, changed);
    assertThat(world.tally().remasteredShare()).as("it is another workload").isGreaterThan(0.1);
    world.run(75_000, changed);
    world.startCounting();
    world.run(50_000, changed);
    assertSettledAndEven(world);
  }

  @Test
  void oneSeedOneHistory() {
    assertThat(historyOf(14)).isEqualTo(historyOf(14)).isNotEqualTo(historyOf(15));
  }

  private static String historyOf(long seed) {
    RoutingWorld world = new RoutingWorld(3, seed, PER_S);
    world.run(30_000, Workloads.clusters(world.random, 100, 20, 0.05));
    return world.summary() + world.random.nextLong() + world.tally().reasons;
  }
}
