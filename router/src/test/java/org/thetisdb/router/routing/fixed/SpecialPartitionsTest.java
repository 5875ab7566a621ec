package org.thetisdb.router.routing.fixed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.scheme.dynamast.RoutingWorld;
import org.thetisdb.router.scheme.dynamast.Workloads;

/** Partitions that stand out: hot ones, hubs, and those that everybody reads. */
@Tag("slow")
class SpecialPartitionsTest {
  private static final int PER_S = 5000;
  private static final long HOT = 1_000_000;

  private final RoutingWorld world = new RoutingWorld(3, 21, PER_S);

  @Test
  void aHotPartitionStaysAndTheRestMakesRoom() {
    var clusters = Workloads.clusters(world.random, 200, 20);
    world.run(
        150_000, () -> world.random.nextInt(4) == 0 ? RoutingWorld.writes(HOT) : clusters.get());
    int before = world.placement.term(RoutingWorld.partition(HOT));
    world.startCounting();
    world.run(
        50_000, () -> world.random.nextInt(4) == 0 ? RoutingWorld.writes(HOT) : clusters.get());
    assertThat(world.placement.term(RoutingWorld.partition(HOT))).isEqualTo(before);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
  }

  @Test
  void aPartitionHotterThanAnEvenShareEndsAlone() {
    var clusters = Workloads.clusters(world.random, 200, 20);
    world.run(
        200_000, () -> world.random.nextInt(2) == 0 ? RoutingWorld.writes(HOT) : clusters.get());
    world.startCounting();
    world.run(
        50_000, () -> world.random.nextInt(2) == 0 ? RoutingWorld.writes(HOT) : clusters.get());
    int master = world.placement.master(RoutingWorld.partition(HOT));
    assertThat(world.shareAt(master)).as(world.summary()).isLessThan(0.56);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
  }

  @Test
  void aHubBetweenTwoClustersIsNotThrownBackAndForth() {
    var clusters = Workloads.clusters(world.random, 60, 20);
    java.util.function.Supplier<Footprint> withHub =
        () ->
            world.random.nextInt(10) > 0
                ? clusters.get()
                : RoutingWorld.writes(HOT, world.random.nextInt(40));
    world.run(200_000, withHub);
    world.startCounting();
    world.run(50_000, withHub);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
  }

  @Test
  void itemsThatEverybodyReadsDoNotMove() {
    var orders = Workloads.orders(world.random, 12, 0.002);
    world.run(60_000, orders);
    int termsBefore = termsOfItems();
    world.startCounting();
    world.run(60_000, orders);
    assertThat(termsOfItems() - termsBefore).as(world.summary()).isLessThan(5);
    assertThat(world.worstDeviation()).as(world.summary()).isLessThan(0.10);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.02);
  }

  private int termsOfItems() {
    int terms = 0;
    for (int item = 0; item < 100; item++) {
      terms += world.placement.term(RoutingWorld.partition(item));
    }
    return terms;
  }

  @Test
  void whatOnlyOneClusterReadsComesToIt() {
    java.util.function.Supplier<Footprint> workload =
        () -> {
          int cluster = world.random.nextInt(50);
          long written = RoutingWorld.partition(cluster * 20L + world.random.nextInt(10));
          long read = RoutingWorld.partition(cluster * 20L + 10 + world.random.nextInt(10));
          long other = RoutingWorld.partition(cluster * 20L + world.random.nextInt(10));
          return Footprint.of(new long[] {written, other}, new long[] {read});
        };
    world.run(100_000, workload);
    world.startCounting();
    world.run(50_000, workload);
    assertThat(world.tally().cutReads).as(world.summary()).isLessThan(500);
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.01);
  }

  @Test
  void aPartitionWrittenAloneGoesWhereItsReadingsAre() {
    java.util.function.Supplier<Footprint> workload =
        () -> {
          int cluster = world.random.nextInt(50);
          long written = RoutingWorld.partition(cluster * 4L + world.random.nextInt(2));
          long read = RoutingWorld.partition(cluster * 4L + 2 + world.random.nextInt(2));
          return Footprint.of(new long[] {written}, new long[] {read});
        };
    world.run(50_000, workload);
    world.startCounting();
    world.run(20_000, workload);
    assertThat(world.tally().cutReads).as(world.summary()).isLessThan(200);
  }

  @Test
  void readsMoveNothing() {
    Footprint read =
        Footprint.of(
            new long[0], new long[] {RoutingWorld.partition(0), RoutingWorld.partition(1)});
    for (int i = 0; i < 1_000; i++) {
      assertThat(world.scheme.routeRead(read, VersionVector.ZERO)).isBetween(1, 3);
    }
    assertThat(world.placement.movedCount()).isZero();
  }

  @Test
  void systemTablesStay() {
    long catalog = org.thetisdb.core.id.PartitionId.of(1, 0);
    Route route =
        world.scheme.routeUpdate(
            Footprint.of(new long[] {catalog}, new long[0]), VersionVector.ZERO, 0);
    assertThat(route).isEqualTo(Route.settled(1));
  }
}
