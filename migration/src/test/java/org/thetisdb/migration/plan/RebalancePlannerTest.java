package org.thetisdb.migration.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Migration.Way;

/** What moves where, by which way, and what is expected of it. */
class RebalancePlannerTest {
  private static final PlanBounds BOUNDS = new PlanBounds(0.2, 0.2, 0.05, 64, false);
  private static final List<Integer> ALL = List.of(1, 2, 3);
  private static final long ROOM = 1_000;

  private int lastId;

  private static LoadedSite site(int number, double busy) {
    return new LoadedSite(number, busy, ROOM);
  }

  private MovableRange range(int master, double load, MovableRange... parts) {
    return new MovableRange(++lastId, master, load, 100, ALL, List.of(parts));
  }

  private MovableRange heldBy(int master, double load, Integer... holders) {
    return new MovableRange(++lastId, master, load, 100, List.of(holders), List.of());
  }

  private static String text(RebalancePlan plan) {
    StringBuilder text = new StringBuilder();
    for (PlannedMove move : plan.moves()) {
      text.append("%d:%d>%d:%s ".formatted(move.range().id(), move.from(), move.to(), move.way()));
    }
    return text.toString().strip();
  }

  @Test
  void evenLoadStaysWhereItIs() {
    RebalancePlan plan =
        RebalancePlanner.plan(
            List.of(site(1, 0.55), site(2, 0.5), site(3, 0.45)),
            List.of(range(1, 0.3), range(1, 0.25)),
            BOUNDS);
    assertThat(plan.moves()).isEmpty();
    assertThat(plan.after()).isEqualTo(plan.before());
  }

  @Test
  void aPlanReachesMoreThanLoadThatIsJustEven() {
    List<LoadedSite> sites = List.of(site(1, 0.5), site(2, 0.26));
    List<MovableRange> ranges = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      ranges.add(range(1, 0.01));
    }
    PlanBounds further = new PlanBounds(0.2, 0.05, 0.05, 64, false);
    assertThat(RebalancePlanner.plan(sites, ranges, BOUNDS).moves()).hasSize(5);
    assertThat(RebalancePlanner.plan(sites, ranges, further).moves()).hasSize(11);
    List<LoadedSite> even = List.of(site(1, 0.45), site(2, 0.38));
    assertThat(RebalancePlanner.plan(even, ranges, further).moves()).isEmpty();
  }

  @Test
  void theGreatestLoadThatFitsGoesToTheLeastBusySite() {
    RebalancePlan plan =
        RebalancePlanner.plan(
            List.of(site(1, 0.9), site(2, 0.2), site(3, 0.1)),
            List.of(range(1, 0.3), range(1, 0.35), range(1, 0.25)),
            BOUNDS);
    assertThat(text(plan)).isEqualTo("2:1>3:PROMOTE 3:1>2:PROMOTE");
    assertThat(plan.after().get(1)).isCloseTo(0.3, within(1e-9));
    assertThat(plan.after().get(2)).isCloseTo(0.45, within(1e-9));
  }

  @Test
  void aSiteThatHoldsTheRowsIsTakenThoughAnotherIsLessBusy() {
    RebalancePlan plan =
        RebalancePlanner.plan(
            List.of(site(1, 0.9), site(2, 0.2), site(3, 0.1)),
            List.of(heldBy(1, 0.25, 2), heldBy(1, 0.24, 2, 3), heldBy(1, 0.2)),
            BOUNDS);
    assertThat(text(plan)).isEqualTo("1:1>2:PROMOTE 2:1>3:PROMOTE");
  }

  @Test
  void whatIsTooMuchAsAWholeIsSplit() {
    RebalancePlan plan =
        RebalancePlanner.plan(
            List.of(site(1, 0.9), site(2, 0.0), site(3, 0.0)),
            List.of(range(1, 0.9, range(1, 0.3), range(1, 0.3), range(1, 0.3))),
            BOUNDS);
    assertThat(text(plan)).isEqualTo("1:1>2:PROMOTE 2:1>3:PROMOTE");
    assertThat(RebalancePlan.imbalance(plan.after())).isCloseTo(0, within(1e-9));
  }

  @Test
  void oneHotKeyMovesOnlyIfThatRelievesTheBusiestSite() {
    List<LoadedSite> sites = List.of(site(1, 0.9), site(2, 0.05), site(3, 0.05));
    assertThat(RebalancePlanner.plan(sites, List.of(range(1, 0.9)), BOUNDS).moves()).isEmpty();
    RebalancePlan plan =
        RebalancePlanner.plan(sites, List.of(range(1, 0.6), range(1, 0.3)), BOUNDS);
    assertThat(text(plan)).as("what fits goes first").isEqualTo("3:1>2:PROMOTE");
    assertThat(RebalancePlan.most(plan.after())).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void twoRangesChangePlacesWhereOneAloneIsTooMuch() {
    RebalancePlan plan =
        RebalancePlanner.plan(
            List.of(site(1, 0.8), site(2, 0.4)),
            List.of(range(1, 0.5), range(1, 0.3), range(2, 0.3), range(2, 0.1)),
            new PlanBounds(0.05, 0.05, 0.05, 64, false));
    assertThat(text(plan)).isEqualTo("1:1>2:PROMOTE 3:2>1:PROMOTE");
    assertThat(plan.after().get(1)).isCloseTo(0.6, within(1e-9));
  }

  @Test
  void rowsAreCopiedOnlyWhereNobodyElseCanHelpAndThereIsRoom() {
    List<LoadedSite> sites =
        List.of(site(1, 0.9), new LoadedSite(2, 0.0, 50), new LoadedSite(3, 0.1, ROOM));
    RebalancePlan plan =
        RebalancePlanner.plan(sites, List.of(heldBy(1, 0.25), heldBy(1, 0.25)), BOUNDS);
    assertThat(text(plan)).isEqualTo("1:1>3:COPY");
  }

  @Test
  void sitesThatAreFullSwapRangesIfWhatLeavesMakesRoom() {
    List<LoadedSite> sites = List.of(new LoadedSite(1, 0.8, 100), new LoadedSite(2, 0.2, 0));
    List<MovableRange> ranges = List.of(heldBy(1, 0.4), heldBy(2, 0.1));
    PlanBounds dropping = new PlanBounds(0.05, 0.05, 0.05, 64, true);
    RebalancePlan plan = RebalancePlanner.plan(sites, ranges, dropping);
    assertThat(text(plan)).as("the small one first").isEqualTo("2:2>1:COPY 1:1>2:COPY");
    assertThat(RebalancePlanner.plan(sites, ranges, BOUNDS).moves())
        .as("where the source keeps its rows there is no room")
        .isEmpty();
  }

  @Test
  void aPlanThatGainsLittleIsNone() {
    RebalancePlan plan =
        RebalancePlanner.plan(
            List.of(site(1, 0.9), site(2, 0.1)), List.of(range(1, 0.86), range(1, 0.03)), BOUNDS);
    assertThat(plan.moves()).isEmpty();
  }

  @Test
  void sitesThatAreUnknownNeitherGiveNorTake() {
    RebalancePlan plan =
        RebalancePlanner.plan(List.of(site(1, 0.5), site(2, 0.5)), List.of(range(3, 0.9)), BOUNDS);
    assertThat(plan.moves()).isEmpty();
    assertThat(RebalancePlanner.plan(List.of(), List.of(), BOUNDS).moves()).isEmpty();
  }

  @Test
  void noPlanMakesItWorseWhateverThereIs() {
    for (int seed = 0; seed < 2_000; seed++) {
      RandomLoad load = new RandomLoad(seed);
      RebalancePlan plan = RebalancePlanner.plan(load.sites, load.ranges, load.bounds);
      assertThat(RebalancePlan.most(plan.after()))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(RebalancePlan.most(plan.before()) + 1e-9);
      assertThat(RebalancePlan.imbalance(plan.after()))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(RebalancePlan.imbalance(plan.before()) + 1e-6);
      assertThat(plan.moves().size()).isLessThanOrEqualTo(load.bounds.mostMoves());
      assertThat(plan)
          .as("the same again, seed %d", seed)
          .isEqualTo(RebalancePlanner.plan(load.sites, load.ranges, load.bounds));
    }
  }

  @Test
  void whatIsExpectedIsWhatTheMovesComeTo() {
    for (int seed = 0; seed < 500; seed++) {
      RandomLoad load = new RandomLoad(seed);
      RebalancePlan plan = RebalancePlanner.plan(load.sites, load.ranges, load.bounds);
      Map<Integer, Double> busy = new TreeMap<>(plan.before());
      for (PlannedMove move : plan.moves()) {
        assertThat(move.range().master()).isEqualTo(move.from()).isNotEqualTo(move.to());
        assertThat(move.way()).isEqualTo(move.range().isHeldBy(move.to()) ? Way.PROMOTE : Way.COPY);
        busy.merge(move.from(), -move.range().load(), Double::sum);
        busy.merge(move.to(), move.range().load(), Double::sum);
      }
      busy.forEach((site, now) -> assertThat(plan.after().get(site)).isCloseTo(now, within(1e-9)));
    }
  }

  @Test
  void noKeyMovesTwice() {
    for (int seed = 0; seed < 500; seed++) {
      RandomLoad load = new RandomLoad(seed);
      List<Integer> leaves = new ArrayList<>();
      for (PlannedMove move : RebalancePlanner.plan(load.sites, load.ranges, load.bounds).moves()) {
        leaves.add(move.range().id());
        move.range().parts().forEach(part -> leaves.add(part.id()));
      }
      assertThat(leaves).doesNotHaveDuplicates();
    }
  }

  @Test
  void inAnyAllowedOrderMovesLeaveRoomAndNoneWaitsForEver() {
    for (int seed = 0; seed < 2_000; seed++) {
      RandomLoad load = new RandomLoad(seed);
      RebalancePlan plan = RebalancePlanner.plan(load.sites, load.ranges, load.bounds);
      carryOut(plan.moves(), load, new Random(seed));
    }
  }

  /**
   * Moves that nobody has planned by load: all that a ring of full sites needs is one free place.
   */
  @Test
  void aRingOfFullSitesIsGoneThroughFromWhereThereIsRoom() {
    RandomLoad load = new RandomLoad(1);
    load.bounds = new PlanBounds(0.1, 0.1, 0, 64, true);
    load.sites.clear();
    List<PlannedMove> ring = new ArrayList<>();
    for (int site = 1; site <= 5; site++) {
      load.sites.add(new LoadedSite(site, 0.5, site == 1 ? 100 : 0));
    }
    for (int site = 5; site >= 1; site--) {
      ring.add(new PlannedMove(heldBy(site, 0.1), site, site % 5 + 1, Way.COPY));
    }
    carryOut(ring, load, new Random(1));
  }

  private static void carryOut(List<PlannedMove> moves, RandomLoad load, Random random) {
    int most = 1 + random.nextInt(3);
    MoveLine line = new MoveLine(moves, load.sites, load.bounds, most);
    Map<Integer, Long> room = new TreeMap<>();
    load.sites.forEach(each -> room.put(each.site(), each.roomBytes()));
    List<Integer> running = new ArrayList<>();
    int steps = 0;
    while (!line.isDone()) {
      assertThat(steps++).as("it ends").isLessThan(1_000);
      int next = line.startable(0);
      if (next >= 0 && (running.isEmpty() || random.nextBoolean())) {
        PlannedMove move = moves.get(next);
        line.begin(next);
        running.add(next);
        assertThat(room.merge(move.to(), -move.sentBytes(), Long::sum)).isNotNegative();
        for (int site : List.of(move.from(), move.to())) {
          assertThat(running.stream().filter(each -> isOf(moves.get(each), site)).count())
              .isLessThanOrEqualTo(most);
        }
      } else {
        assertThat(running).as("one of them can begin").isNotEmpty();
        int done = running.remove(random.nextInt(running.size()));
        line.end(done);
        PlannedMove move = moves.get(done);
        long freed = load.bounds.sourceDrops() ? move.sentBytes() : 0;
        room.merge(move.from(), freed, Long::sum);
      }
    }
  }

  private static boolean isOf(PlannedMove move, int site) {
    return move.from() == site || move.to() == site;
  }

  /** Any sites, with any ranges. */
  private static final class RandomLoad {
    private final List<LoadedSite> sites = new ArrayList<>();
    private final List<MovableRange> ranges = new ArrayList<>();
    private PlanBounds bounds;
    private final Random random;
    private int lastId;

    private RandomLoad(int seed) {
      random = new Random(seed);
      int count = 1 + random.nextInt(6);
      double[] busy = new double[count + 1];
      for (int i = random.nextInt(40); i > 0; i--) {
        int master = 1 + (int) (count * Math.pow(random.nextDouble(), 2));
        MovableRange range = range(master, count);
        ranges.add(range);
        busy[master] += range.load();
      }
      for (int site = 1; site <= count; site++) {
        double base = 0.1 * random.nextDouble();
        sites.add(new LoadedSite(site, busy[site] + base, random.nextInt(400)));
      }
      bounds =
          new PlanBounds(
              0.51 + random.nextDouble() / 2,
              0.01 + random.nextDouble() / 2,
              random.nextDouble() / 10,
              1 + random.nextInt(40),
              random.nextBoolean());
    }

    private MovableRange range(int master, int sites) {
      List<MovableRange> parts = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        parts.add(leaf(master, holders(sites), List.of()));
      }
      return leaf(master, holders(sites), parts);
    }

    private MovableRange leaf(int master, List<Integer> holders, List<MovableRange> parts) {
      double load = Math.pow(random.nextDouble(), 3) / 4;
      for (MovableRange part : parts) {
        load += part.load();
      }
      return new MovableRange(++lastId, master, load, random.nextInt(200), holders, parts);
    }

    private List<Integer> holders(int sites) {
      List<Integer> holders = new ArrayList<>();
      for (int site = 1; site <= sites; site++) {
        if (random.nextInt(3) == 0) {
          holders.add(site);
        }
      }
      return holders;
    }
  }
}
