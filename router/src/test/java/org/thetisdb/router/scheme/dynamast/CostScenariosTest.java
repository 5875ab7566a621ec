package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/** What the score by cost does with whole workloads, under the settings that are shipped. */
@Tag("slow")
@InTurn(oneIn = 6)
class CostScenariosTest {
  private static final int PER_S = 5000;

  private static Supplier<Footprint> singles(RoutingWorld world, int partitions) {
    return () -> RoutingWorld.writes(world.random.nextInt(partitions));
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "4, 2", "8, 3"})
  void rangesOfOneSiteSpreadWhenSitesHaveOwnProcessors(int sites, long seed) {
    RoutingWorld world = new RoutingWorld(sites, seed, PER_S, Map.of(), FirstMaster.FIRST_SITE);
    world.serviceUs = 150;
    world.run(5 * PER_S, singles(world, 400));
    world.startCounting();
    world.run(5 * PER_S, singles(world, 400));
    assertThat(world.largestShare()).as(world.summary()).isLessThan(1.25 / sites);
    assertThat(world.tally().remastered).as(world.summary()).isZero();
  }

  @Test
  void nothingIsSpreadWhereSitesShareTooFewProcessors() {
    RoutingWorld world = new RoutingWorld(3, 4, PER_S, Map.of(), FirstMaster.FIRST_SITE);
    world.processors = 0.2;
    world.run(10 * PER_S, singles(world, 400));
    assertThat(world.tally().allMoves).as(world.summary()).isZero();
  }

  /** By the share of a processor that the engine of the first site has. */
  @ParameterizedTest
  @CsvSource({"0.4, false", "0.9, true"})
  void sitesOfOneMachineShareTheLoadWhenOneEngineHasMuchToDo(double busy, boolean spread) {
    RoutingWorld world = new RoutingWorld(3, 4, PER_S, Map.of(), FirstMaster.FIRST_SITE);
    world.oneMachine = true;
    world.serviceUs = (long) (busy * 1e6 / PER_S);
    world.run(5 * PER_S, singles(world, 400));
    world.startCounting();
    world.run(5 * PER_S, singles(world, 400));
    assertThat(world.largestShare())
        .as(world.summary())
        .isBetween(spread ? 0.3 : 1, spread ? 0.7 : 1);
  }

  @Test
  void whatHasNoLocalityGathersByCostAloneAndDoesNotGoToAndFro() {
    RoutingWorld world = new RoutingWorld(3, 5, PER_S);
    world.serviceUs = 100;
    var workload = Workloads.hotSmallBank(world.random, 1_000);
    world.run(5 * PER_S, workload);
    assertThat(world.scheme.gathersAt()).as("the safety net was not needed").isZero();
    world.startCounting();
    world.run(20 * PER_S, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.tally().movedBack).as(world.summary()).isLessThan(PER_S / 1000);
    assertThat(world.largestShare()).as(world.summary()).isGreaterThan(0.9);
  }

  @Test
  void aGatheredSiteThatGetsTooMuchToDoIsRelieved() {
    RoutingWorld world = new RoutingWorld(3, 6, PER_S);
    world.serviceUs = 100;
    var workload = Workloads.uniformPairs(world.random, 300);
    world.run(10 * PER_S, workload);
    assertThat(world.largestShare()).as(world.summary()).isGreaterThan(0.9);
    world.setRate(2 * PER_S);
    world.run(10 * PER_S, workload);
    world.startCounting();
    world.run(10 * PER_S, workload);
    assertThat(world.largestShare()).as(world.summary()).isLessThan(0.8);
  }

  @Test
  void aShuffledCorrelationIsAbsorbedInFiveSeconds() {
    RoutingWorld world = new RoutingWorld(3, 7, PER_S);
    world.run(20 * PER_S, Workloads.clusters(world.random, 60, 10));
    var shuffled = Workloads.strewnClusters(world.random, 60, 10);
    world.run(5 * PER_S, shuffled);
    world.startCounting();
    world.run(10 * PER_S, shuffled);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.largestShare()).as(world.summary()).isLessThan(1.25 / 3);
  }

  @Test
  void whileItLearnsThroughputStaysAboveHalfOfASingleMasters() {
    RoutingWorld world = new RoutingWorld(3, 8, PER_S);
    var workload = Workloads.clusters(world.random, 300, 28);
    for (int tenth = 0; tenth < 100; tenth++) {
      world.startCounting();
      world.run(PER_S / 10, workload);
      // Eight clients, each of which waits for its moves; one site could do one in serviceUs.
      double updateUs = world.serviceUs + world.tally().remasteredShare() * RoutingWorld.MOVE_US;
      double perS = Math.min(3e6 / world.serviceUs, 8e6 / updateUs);
      assertThat(perS).as(world.summary()).isGreaterThan(0.5e6 / world.serviceUs);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 6", "3, 12", "4, 8"})
  void warehousesSpreadAndFewUpdatesMoveSomething(int sites, int warehouses) {
    RoutingWorld world = new RoutingWorld(sites, 9, PER_S);
    var workload = Workloads.orders(world.random, warehouses, 0.002);
    world.run(20 * PER_S, workload);
    world.startCounting();
    world.run(10 * PER_S, workload);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.03);
  }

  @Test
  void aSiteThatLagsIsNotChosen() {
    RoutingWorld world = new RoutingWorld(3, 10, PER_S);
    world.setLag(2, 60_000_000);
    world.run(2 * PER_S, singles(world, 30));
    int atOne = world.partitionAt(1);
    int atThree = world.partitionAt(3);
    int atTwo = world.partitionAt(2);
    assertThat(world.update(RoutingWorld.writes(atOne, atTwo))).isEqualTo(1);
    assertThat(world.update(RoutingWorld.writes(atThree, world.partitionAt(2)))).isEqualTo(3);
  }

  @Test
  void readsLeaveASiteThatIsBusyWithUpdates() {
    RoutingWorld world = new RoutingWorld(3, 11, PER_S, Map.of(), FirstMaster.FIRST_SITE);
    world.serviceUs = 100;
    world.run(10 * PER_S, Workloads.uniformPairs(world.random, 300));
    int atMaster = 0;
    for (int i = 0; i < 1_000; i++) {
      Footprint read = Footprint.of(new long[0], new long[] {RoutingWorld.partition(i % 300)});
      atMaster += world.scheme.routeRead(read, VersionVector.ZERO) == 1 ? 1 : 0;
    }
    assertThat(world.shareAt(1)).as(world.summary()).isGreaterThan(0.9);
    assertThat(atMaster).isLessThan(200);
  }

  @Test
  void theHorizonDecidesWhatPaysBack() {
    assertThat(movesWithHorizon("100")).isZero();
    assertThat(movesWithHorizon("10000")).isPositive();
  }

  private static int movesWithHorizon(String ms) {
    RoutingWorld world =
        new RoutingWorld(3, 12, PER_S, Map.of("strategy.horizon_ms", ms), FirstMaster.FIRST_SITE);
    world.serviceUs = 50;
    world.run(5 * PER_S, singles(world, 400));
    return world.tally().balanceMoves;
  }

  @Test
  void theSampleIsAsLargeAsItsSettingSays() {
    RoutingWorld world =
        new RoutingWorld(
            3, 13, PER_S, Map.of("strategy.sample_size", "500"), FirstMaster.SCATTERED);
    world.run(PER_S, singles(world, 30));
    assertThat(((DynaMastScheme) world.scheme).statistics().samples()).isEqualTo(500);
  }

  @Test
  void theFirstStatementFetchesWhatItsTemplateWritesLater() {
    RoutingWorld world = new RoutingWorld(3, 14, PER_S);
    long[][] orders = new long[300][];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new long[] {i, 1_000 + world.random.nextInt(300), 2_000 + i};
    }
    world.runTransactions(
        5_000, () -> RoutingWorld.writes(orders[world.random.nextInt(orders.length)]));
    world.placement.setListener(Placement.Listener.NONE);
    for (long[] each : orders) {
      for (int i = 0; i < each.length; i++) {
        world.moveTo(each[i], 1 + i);
      }
    }
    world.startCounting();
    for (long[] each : orders) {
      world.transact(1, RoutingWorld.writes(each));
    }
    assertThat(world.tally().waits).as("one move for each, not two").isLessThan(330);
  }

  @Test
  void eachDecisionKeepsItsScoreByFactor() {
    RoutingWorld world = new RoutingWorld(3, 15, PER_S);
    world.run(PER_S, Workloads.clusters(world.random, 20, 10));
    int one = world.partitionAt(1);
    int other = world.partitionAt(2);
    world.update(RoutingWorld.writes(one, other));
    long moved = world.placement.master(RoutingWorld.partition(one)) == 1 ? other : one;
    Decision last = world.scheme.decisions().about(RoutingWorld.partition(moved), 1).get(0);
    assertThat(last.factors()).containsExactly("moves", "lag", "splits", "cut waits", "queueing");
    assertThat(last.scores()).hasSize(3);
    for (Decision.SiteScores each : last.scores()) {
      assertThat(java.util.Arrays.stream(each.values()).sum()).isEqualTo(each.total());
      assertThat(each.total()).isGreaterThanOrEqualTo(totalAt(last, last.site()) - 1);
    }
  }

  private static double totalAt(Decision decision, int site) {
    return decision.scores().stream()
        .filter(each -> each.site() == site)
        .findFirst()
        .orElseThrow()
        .total();
  }
}
