package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.router.routing.Footprint;

/**
 * An application like TPC-C begins right behind the load of its tables, at sites that share too few
 * processors to gain by spreading.
 */
class AfterLoadingTest {
  private static final int WAREHOUSES = 12;
  private static final int TABLES = 6;
  private static final int PER_S = 2_000;

  private final Random random = new Random();

  private static long part(int table, int warehouse) {
    return RoutingWorld.partition(table * 1_000L + warehouse);
  }

  private Footprint order() {
    int warehouse = random.nextInt(WAREHOUSES);
    int supplier = random.nextInt(10) == 0 ? random.nextInt(WAREHOUSES) : warehouse;
    return Footprint.of(
        new long[] {part(1, warehouse), part(2, warehouse), part(3, warehouse), part(4, supplier)},
        new long[] {part(0, warehouse), part(5, warehouse)});
  }

  private Footprint payment() {
    int warehouse = random.nextInt(WAREHOUSES);
    int customers = random.nextInt(100) < 15 ? random.nextInt(WAREHOUSES) : warehouse;
    return Footprint.of(
        new long[] {part(0, warehouse), part(1, warehouse), part(5, customers)}, new long[0]);
  }

  private static void load(RoutingWorld world) {
    for (int table = 0; table < TABLES; table++) {
      for (int batch = 0; batch < 100 * WAREHOUSES; batch++) {
        long[] written = {part(table, batch % WAREHOUSES)};
        world.runOf(10 + table, Footprint.of(written, new long[0]));
      }
    }
  }

  private void work(RoutingWorld world, int updates) {
    for (int i = 0; i < updates; i++) {
      boolean orders = random.nextBoolean();
      world.runOf(orders ? 1 : 2, orders ? order() : payment());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatWasLoadedAsManyTablesIsTogetherAfterThreeSeconds(long seed) {
    random.setSeed(seed);
    RoutingWorld world = new RoutingWorld(3, seed, PER_S);
    world.processors = 0.7;
    world.serviceUs = 50;
    load(world);
    work(world, 3 * PER_S);
    world.startCounting();
    work(world, 2 * PER_S);
    assertThat(world.tally().allMoves).as(world.summary()).isZero();
  }
}
