package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.testing.InTurn;

/** Workloads in which partners come from everywhere: remastering ends all the same. */
@Tag("slow")
@InTurn(oneIn = 12)
class NoLocalityScenariosTest {
  private static final int PER_S = 5000;

  @ParameterizedTest
  @CsvSource({"100, 3", "1000, 3", "1000, 2", "1000, 5"})
  void uniformPairsStopThrashing(int partitions, int sites) {
    RoutingWorld world = new RoutingWorld(sites, partitions + sites, PER_S);
    world.serviceUs = 100;
    var workload = Workloads.uniformPairs(world.random, partitions);
    world.run(60_000, workload);
    world.startCounting();
    world.run(40_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.005);
  }

  @ParameterizedTest
  @CsvSource({"100", "1000"})
  void theyStopAlsoWhereOnlyTheFirstStatementIsKnown(int partitions) {
    RoutingWorld world = new RoutingWorld(3, 7, PER_S);
    world.serviceUs = 100;
    var workload = Workloads.uniformPairs(world.random, partitions);
    world.runTransactions(60_000, workload);
    world.startCounting();
    world.runTransactions(100_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
  }

  @Test
  void theyStopInSecondsWhereMovesLeaveFewUpdatesToCount() {
    RoutingWorld world = new RoutingWorld(3, 7, 50);
    world.serviceUs = 100;
    var workload = Workloads.uniformPairs(world.random, 100);
    world.runTransactions(30 * 50, workload);
    world.startCounting();
    world.runTransactions(1_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.02);
  }

  @Test
  void theyStopAlsoWhereMoreIsReadThanWritten() {
    RoutingWorld world = new RoutingWorld(3, 4, PER_S);
    world.serviceUs = 100;
    var workload = Workloads.smallBank(world.random, 1_000, 500);
    world.run(150_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.tally().cutReads).as(world.summary()).isLessThan(2_500);
  }

  @ParameterizedTest
  @CsvSource({"3000", "10000", "30000"})
  void theyStopAlsoWhereFewPartitionsAreHot(int updatesPerS) {
    RoutingWorld world = new RoutingWorld(3, 5, updatesPerS);
    world.serviceUs = 500_000 / updatesPerS;
    var workload = Workloads.hotSmallBank(world.random, 1_000);
    world.run(100_000, workload);
    for (int second = 0; second < 20; second++) {
      world.startCounting();
      world.run(updatesPerS, workload);
      assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    }
  }

  @Test
  void theyStopAlsoWhenTheSampleIsTooThinToSayWhy() {
    RoutingWorld world = new RoutingWorld(3, 1, PER_S);
    world.serviceUs = 100;
    var workload = Workloads.uniformPairs(world.random, 20_000);
    world.run(50_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isGreaterThan(0.3);
    world.run(200_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.005);
  }

  @Test
  void whatWasGatheredIsSpreadWhenLocalityAppears() {
    RoutingWorld world = new RoutingWorld(3, 2, PER_S);
    world.serviceUs = 100;
    world.run(100_000, Workloads.uniformPairs(world.random, 1_000));
    var local = Workloads.clusters(world.random, 50, 20);
    world.run(200_000, local);
    world.startCounting();
    world.run(50_000, local);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
  }

  @Test
  void strayPairsInPlentyAreGatheredOnceAndStayTogether() {
    RoutingWorld world = new RoutingWorld(3, 3, PER_S);
    world.serviceUs = 100;
    var workload = Workloads.clusters(world.random, 300, 28, 0.35);
    world.run(300_000, workload);
    world.startCounting();
    world.run(100_000, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.tally().balanceMoves).as(world.summary()).isLessThan(100);
  }
}
