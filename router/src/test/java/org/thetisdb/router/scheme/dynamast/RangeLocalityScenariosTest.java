package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.testing.InTurn;

/** What borders and moves make of whole workloads, under the settings that are shipped. */
@Tag("slow")
@InTurn(oneIn = 18)
class RangeLocalityScenariosTest {
  private static final int PER_S = 5_000;
  private static final int WAREHOUSE = 20;
  private static final int DISTRICT = 21;
  private static final int CUSTOMER = 22;
  private static final int STOCK = 23;
  private static final int ORDERS = 24;
  private static final int LINES = 25;
  private static final int[] TABLES = {WAREHOUSE, DISTRICT, CUSTOMER, STOCK, ORDERS, LINES};

  private final int[] nextOrder = new int[10_000];

  /** Payments and orders, of which one in a hundred takes stock from another warehouse. */
  private List<RowKey> tpcc(Random random, int warehouses) {
    int w = 1 + random.nextInt(warehouses);
    int d = 1 + random.nextInt(10);
    List<RowKey> keys = new ArrayList<>();
    if (random.nextBoolean()) {
      keys.add(RangeWorld.key(WAREHOUSE, w));
      keys.add(RangeWorld.key(DISTRICT, w, d));
      keys.add(RangeWorld.key(CUSTOMER, w, d, 1 + random.nextInt(3_000)));
      return keys;
    }
    int order = nextOrder[w * 10 + d]++;
    keys.add(RangeWorld.key(DISTRICT, w, d));
    keys.add(RangeWorld.key(ORDERS, w, d, order));
    int other = random.nextInt(100) == 0 ? 1 + random.nextInt(warehouses) : w;
    for (int line = 0; line < 10; line++) {
      keys.add(RangeWorld.key(LINES, w, d, order, line));
      keys.add(RangeWorld.key(STOCK, line == 0 ? other : w, 1 + random.nextInt(100_000)));
    }
    return keys;
  }

  @ParameterizedTest
  @CsvSource({"2, 4, 1", "3, 6, 2", "3, 12, 3", "4, 8, 4"})
  void tablesWrittenTogetherAreSplitAlikeAndMoveAsAWhole(int sites, int warehouses, long seed) {
    RangeWorld world = new RangeWorld(sites, seed, PER_S, Map.of());
    world.serviceUs = 150;
    world.runKeys(20 * PER_S, () -> tpcc(world.random, warehouses));
    world.startCounting();
    world.runKeys(10 * PER_S, () -> tpcc(world.random, warehouses));
    String what = world.summary() + ", " + world.splits + " splits";
    for (int w = 1; w <= warehouses; w++) {
      int master = world.masterOf(RangeWorld.key(WAREHOUSE, w));
      for (int table : TABLES) {
        for (int d = 1; d <= 10; d++) {
          assertThat(world.masterOf(RangeWorld.key(table, w, d))).as(what).isEqualTo(master);
        }
      }
    }
    assertThat(world.tally().remasteredShare()).as(what).isLessThan(0.03);
    assertThat(world.largestShare()).as(what).isLessThan(1.25 / sites + 0.001);
  }

  /** Blocks of neighbouring keys are written three at a time, and these lie all over the table. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void whatBelongsTogetherIsSplitOnceItsSiteIsSaturated(long seed) {
    int groups = 60;
    List<Integer> blocks = new ArrayList<>();
    for (int block = 0; block < 3 * groups; block++) {
      blocks.add(block);
    }
    Collections.shuffle(blocks, new Random(seed));
    RangeWorld world = new RangeWorld(3, seed, PER_S, Map.of());
    world.serviceUs = 220;
    Supplier<List<RowKey>> updates =
        () -> {
          int group = world.random.nextInt(groups);
          List<RowKey> keys = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            int key = blocks.get(3 * group + i) * 100 + world.random.nextInt(100);
            keys.add(RangeWorld.key(WAREHOUSE, key));
          }
          return keys;
        };
    world.runKeys(40 * PER_S, updates);
    world.startCounting();
    world.runKeys(20 * PER_S, updates);
    String what = world.summary() + ", " + world.splits + " splits";
    assertThat(world.largestShare()).as(what).isLessThan(0.8);
    assertThat(world.tally().remasteredShare()).as(what).isLessThan(0.1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whereEverySiteIsSaturatedNothingIsCutForIt(int sites) {
    RangeWorld world = new RangeWorld(sites, 14, sites * PER_S, Map.of());
    world.serviceUs = 240;
    world.processors = 2 * sites; // refreshes have their own
    world.runKeys(
        20 * PER_S * sites,
        () -> List.of(RangeWorld.key(WAREHOUSE, world.random.nextInt(1_000_000_000))));
    assertThat(world.measures.busy(1)).as(world.summary()).isGreaterThan(0.95);
    assertThat(world.scheme.needsBorders()).as(world.summary()).isFalse();
  }

  @Test
  void votesOfTelephonesNobodyKnewAreSpreadAndMoveNothing() {
    RangeWorld world = new RangeWorld(3, 5, PER_S, Map.of());
    world.serviceUs = 150;
    world.runKeys(
        10 * PER_S, () -> List.of(RangeWorld.key(WAREHOUSE, world.random.nextInt(1_000_000_000))));
    world.startCounting();
    world.runKeys(
        10 * PER_S, () -> List.of(RangeWorld.key(WAREHOUSE, world.random.nextInt(1_000_000_000))));
    String what = world.summary() + ", " + world.splits + " splits";
    assertThat(world.tally().remastered).as(what).isZero();
    assertThat(world.largestShare()).as(what).isLessThan(1.25 / 3);
  }

  @Test
  void tenMillionKeysLeaveNoMoreThanTheirBorders() {
    RangeWorld world = new RangeWorld(3, 6, 50_000, Map.of());
    world.serviceUs = 20;
    world.runKeys(
        10_000_000, () -> List.of(RangeWorld.key(WAREHOUSE, world.random.nextInt(1 << 30))));
    assertThat(world.placement.movedCount()).as(world.summary()).isLessThan(100);
  }

  @Test
  void aSplitKeepsWhatWasSampledOfItsRange() {
    RangeWorld world = new RangeWorld(3, 7, PER_S, Map.of());
    AccessStatistics statistics = ((DynaMastScheme) world.scheme).statistics();
    world.runKeys(PER_S, () -> List.of(RangeWorld.key(STOCK, world.random.nextInt(100))));
    assertThat(world.splits).isPositive();
    assertThat(statistics.samples()).isEqualTo(PER_S);
    long load = 0;
    for (Owner range : world.ranges(STOCK)) {
      assertThat(statistics.of(range.partition())).as("known of " + range).isNotNull();
      load += statistics.of(range.partition()).load;
    }
    assertThat(load).isEqualTo(PER_S * AccessStatistics.UPDATE_LOAD);
  }

  @Test
  void aSiteThatHasJoinedGetsItsShareThoughTheOthersHaveLittleToDo() {
    RangeWorld world = new RangeWorld(4, 8, 500, Map.of());
    world.serviceUs = 60;
    world.withoutLast();
    world.runKeys(20 * 500, () -> List.of(RangeWorld.key(STOCK, world.random.nextInt(20_000))));
    world.join();
    world.runKeys(20 * 500, () -> List.of(RangeWorld.key(STOCK, world.random.nextInt(20_000))));
    world.startCounting();
    world.runKeys(20 * 500, () -> List.of(RangeWorld.key(STOCK, world.random.nextInt(20_000))));
    assertThat(world.shareAt(4)).as(world.summary()).isGreaterThan(0.1);
    assertThat(world.tally().remastered).as(world.summary()).isZero();
    assertThat(world.mostMovesOfOne()).as(world.summary()).isLessThanOrEqualTo(1);
  }

  @Test
  void relatedTablesThatAreLoadedOneAfterTheOtherStayTogether() {
    RangeWorld world = new RangeWorld(3, 9, 400, Map.of());
    world.serviceUs = 1_500;
    for (int table : TABLES) {
      int[] next = new int[4];
      world.runKeys(400 * 10, () -> batch(table, world.random.nextInt(4), next));
    }
    assertThat(world.mostMovesOfOne()).as(world.summary()).isLessThanOrEqualTo(10);
    world.serviceUs = 150;
    world.setRate(PER_S);
    world.startCounting();
    world.runKeys(5 * PER_S, () -> tpcc(world.random, 4));
    world.startCounting();
    world.runKeys(10 * PER_S, () -> tpcc(world.random, 4));
    assertThat(world.tally().remasteredShare()).as(world.summary()).isLessThan(0.03);
  }

  /** One of four loaders writes the next rows of the warehouse that it loads. */
  private static List<RowKey> batch(int table, int loader, int[] next) {
    List<RowKey> rows = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      rows.add(RangeWorld.key(table, 1 + loader, 1 + next[loader] / 4_000, next[loader]));
      next[loader]++;
    }
    return rows;
  }

  @Test
  void aTableOfFewKeysGetsNoMoreRangesThanItHasKeys() {
    RangeWorld world = new RangeWorld(3, 10, PER_S, Map.of());
    world.runKeys(10 * PER_S, () -> List.of(RangeWorld.key(STOCK, world.random.nextInt(3))));
    assertThat(world.ranges(STOCK)).hasSizeLessThanOrEqualTo(3);
    assertThat(world.splits).isLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"3, 100, 11", "0.5, 100, 12", "0.5, 60, 13"})
  void neighbourhoodsThatOverlapAreSpreadAndStayWhereTheyAre(
      double processors, int serviceUs, long seed) {
    RangeWorld world = new RangeWorld(3, seed, PER_S, Map.of());
    world.serviceUs = serviceUs;
    world.processors = processors;
    world.runKeys(10 * PER_S, () -> payment(world.random));
    for (int second = 0; second < 20; second++) {
      world.startCounting();
      world.runKeys(PER_S, () -> payment(world.random));
      String what = world.summary() + ", " + world.splits + " splits, second " + second;
      assertThat(world.tally().remasteredShare()).as(what).isLessThan(0.02);
      assertThat(world.largestShare()).as(what).isLessThan(0.6);
    }
  }

  /** From one account to another within fifty, in two tables. */
  private static List<RowKey> payment(Random random) {
    int one = random.nextInt(100_000);
    int other = Math.max(0, one - 50) + random.nextInt(101);
    return List.of(
        RangeWorld.key(CUSTOMER, one), RangeWorld.key(STOCK, one), RangeWorld.key(STOCK, other));
  }
}
