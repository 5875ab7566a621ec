package org.thetisdb.router.scheme.dynamast.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.PaperWeights;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.StrategyConfig;
import org.thetisdb.router.scheme.dynamast.RoutingWorld;
import org.thetisdb.router.scheme.dynamast.Workloads;

/** The scheme as published: Equation 8 with its weights, and nothing else. */
class PaperSchemeTest {
  private static final int PER_S = 5000;

  private static RoutingWorld world(long seed, Map<String, String> flags) {
    return new RoutingWorld(3, seed, PER_S, flags, FirstMaster.SCATTERED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"paper-ycsb", "paper-smallbank", "paper-tpcc"})
  void onlyWrittenPartitionsOfSplitUpdatesMoveAndNothingElse(String strategy) {
    RoutingWorld world = world(1, Map.of("strategy", strategy));
    var workload = Workloads.hotSmallBank(world.random, 200);
    for (int i = 0; i < 20_000; i++) {
      Footprint update = workload.get();
      int needed = 0;
      int common = world.placement.commonMaster(update.written());
      world.startCounting();
      world.update(update);
      needed += common == 0 ? 1 : 0;
      assertThat(world.tally().moves).isBetween(needed, common == 0 ? update.written().length : 0);
    }
    assertThat(world.scheme.rebalance(1_000_000_000)).isEmpty();
    assertThat(world.scheme.gathersAt()).isZero();
  }

  @Test
  void theWeightsOfAppendixF() {
    assertThat(weights("paper-ycsb")).isEqualTo(new PaperWeights(1e6, 0.5, 3, 0));
    assertThat(weights("paper-smallbank")).isEqualTo(new PaperWeights(1, 0.5, 3, 0));
    assertThat(weights("paper-tpcc")).isEqualTo(new PaperWeights(0.01, 0.05, 0.88, 0.88));
  }

  private static PaperWeights weights(String strategy) {
    return StrategyConfig.from(ThetisSettings.builder().flag("strategy", strategy).build())
        .weights();
  }

  @Test
  void weightOfBalanceDecidesWhetherLoadStaysEven() {
    assertThat(largestShare("1000000")).isLessThan(0.40);
    assertThat(largestShare("0")).isGreaterThan(0.9);
  }

  private static double largestShare(String weight) {
    RoutingWorld world = world(2, Map.of("strategy", "paper", "strategy.weight_balance", weight));
    var workload = Workloads.uniformPairs(world.random, 300);
    world.run(20 * PER_S, workload);
    world.startCounting();
    world.run(5 * PER_S, workload);
    return world.largestShare();
  }

  @Test
  void weightOfDelayKeepsMovesFromASiteThatLags() {
    assertThat(siteOfThePair(60_000_000, "0.5", "3")).isEqualTo(1);
    assertThat(siteOfThePair(60_000_000, "0", "3")).isEqualTo(3);
  }

  @Test
  void weightOfIntraBringsTogetherWhatOneTransactionWrites() {
    assertThat(siteOfThePair(2_000, "0", "3")).isEqualTo(3);
    assertThat(siteOfThePair(2_000, "0", "0")).isEqualTo(1);
  }

  /** Where two meet, of which one has partners at site 3, and the other is alone at site 1. */
  private static int siteOfThePair(long lagOf3Us, String delay, String intra) {
    RoutingWorld world =
        world(
            3,
            Map.of(
                "strategy",
                "paper",
                "strategy.weight_balance",
                "0",
                "strategy.weight_delay",
                delay,
                "strategy.weight_intra",
                intra));
    world.setLag(3, lagOf3Us);
    int one = world.partitionAt(3);
    int partner = world.partitionAt(3, one);
    int other = world.partitionAt(1);
    world.run(
        PER_S,
        () ->
            world.random.nextBoolean()
                ? RoutingWorld.writes(one, partner)
                : RoutingWorld.writes(other));
    return world.update(RoutingWorld.writes(one, other));
  }

  /** Equation 7: a session writes a, and then b; a moves to where b is. */
  @Test
  void weightOfInterBringsTogetherWhatASessionWritesInTurn() {
    assertThat(siteAfterFollowing("1", "100")).isEqualTo(3);
    assertThat(siteAfterFollowing("0", "100")).isEqualTo(1);
  }

  @Test
  void whatComesAfterDeltaTIsNoCorrelation() {
    assertThat(siteAfterFollowing("1", "5")).isEqualTo(1);
  }

  private static int siteAfterFollowing(String weight, String deltaTMs) {
    Settings settings =
        ThetisSettings.builder()
            .flags(
                Map.of(
                    "strategy", "paper",
                    "strategy.weight_balance", "0",
                    "strategy.weight_delay", "0",
                    "strategy.weight_intra", "0",
                    "strategy.weight_inter", weight,
                    "strategy.delta_t_ms", deltaTMs))
            .build();
    Placement placement =
        new Placement(new Roster(new ClusterSettings("test", 3, 100, FirstMaster.SCATTERED)));
    RoutingWorld sites = world(5, Map.of());
    PaperScheme scheme =
        new PaperScheme(
            StrategyConfig.from(settings),
            SamplingConfig.from(settings),
            placement,
            sites,
            new Random(6));
    long first = RoutingWorld.partition(sites.partitionAt(1));
    long second = RoutingWorld.partition(sites.partitionAt(2));
    long then = RoutingWorld.partition(sites.partitionAt(3));
    for (int i = 0; i < 100; i++) {
      long nowUs = 1_000_000L * (i + 1);
      scheme.observe(writing(first), 77, nowUs);
      scheme.observe(writing(then), 77, nowUs + 20_000);
    }
    return scheme
        .routeUpdate(writing(first, second), org.thetisdb.core.id.VersionVector.ZERO, 200_000_000)
        .site();
  }

  private static Footprint writing(long... partitions) {
    return Footprint.of(partitions, new long[0]);
  }

  @Test
  void theReservoirKeepsItsSizeAndForgetsTheOldWorkload() {
    Placement placement =
        new Placement(new Roster(new ClusterSettings("test", 3, 100, FirstMaster.SCATTERED)));
    PaperStatistics statistics =
        new PaperStatistics(placement, new SamplingConfig(1_000, 1, 1, 2), 100_000, new Random(7));
    observe(statistics, 0, () -> new long[] {RoutingWorld.partition(1)});
    observe(statistics, 30_000_000, () -> new long[] {RoutingWorld.partition(2)});
    assertThat(statistics.samples()).isEqualTo(1_000);
    assertThat(statistics.accesses()).isEqualTo(1_000);
    int old =
        statistics.of(RoutingWorld.partition(1)) == null
            ? 0
            : statistics.of(RoutingWorld.partition(1)).accesses;
    assertThat(old).as("e to the minus three of what was there").isBetween(20, 90);
  }

  /** Thirty seconds of one workload, a thousand updates each second. */
  private static void observe(PaperStatistics statistics, long fromUs, Supplier<long[]> workload) {
    for (int i = 0; i < 30_000; i++) {
      statistics.observe(workload.get(), i, fromUs + i * 1_000L);
    }
  }
}
