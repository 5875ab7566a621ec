package org.thetisdb.migration.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Migration.Way;

/** Graphs made by hand, and which clumps of them move where. */
class ClumpPlannerTest {
  private static final double EVEN = 0.2;
  private static final int MOST = 64;
  private static final long ROOM = 1_000;

  private final List<LoadedSite> sites = new ArrayList<>();
  private final List<MovableRange> ranges = new ArrayList<>();
  private final List<int[]> transactions = new ArrayList<>();

  private void sites(int count) {
    for (int site = 1; site <= count; site++) {
      sites.add(new LoadedSite(site, 0.5, ROOM));
    }
  }

  /** A range that all sites hold. */
  private int range(int master) {
    return range(master, 100, 1, 2, 3, 4);
  }

  private int range(int master, long bytes, Integer... holders) {
    int place = ranges.size();
    ranges.add(new MovableRange(place, master, 0.01, bytes, List.of(holders), List.of()));
    return place;
  }

  private void access(int times, int... together) {
    for (int i = 0; i < times; i++) {
      transactions.add(together);
    }
  }

  private List<Clump> plan() {
    return ClumpPlanner.plan(sites, ranges, transactions, EVEN, MOST);
  }

  private static String text(List<Clump> clumps) {
    StringBuilder text = new StringBuilder();
    for (Clump clump : clumps) {
      text.append('[');
      clump
          .moves()
          .forEach(
              move ->
                  text.append(" %d:%d>%d".formatted(move.range().id(), move.from(), move.to())));
      text.append(" ]");
    }
    return text.toString();
  }

  @Test
  void evenLoadStaysThoughItIsDistributed() {
    sites(2);
    int one = range(1);
    int other = range(2);
    access(100, one, other);
    assertThat(plan()).as("Clay moves nothing unless a site is overloaded").isEmpty();
  }

  @Test
  void theHottestOfAnOverloadedSiteGoesToTheLeastLoaded() {
    sites(3);
    access(100, range(1));
    access(70, range(1));
    access(60, range(2));
    access(20, range(3));
    assertThat(text(plan())).isEqualTo("[ 1:1>3 ]");
  }

  @Test
  void whatIsAccessedTogetherMovesTogether() {
    sites(2);
    int hot = range(1);
    int with = range(1);
    int without = range(1);
    access(60, hot, with);
    access(150, without);
    access(60, range(2));
    assertThat(text(plan()))
        .as("the hottest is too much for site 2; the two others go as one")
        .isEqualTo("[ 0:1>2 1:1>2 ]");
  }

  @Test
  void aClumpGoesToTheSiteThatItIsAccessedWith() {
    sites(3);
    int moves = range(1);
    int friend = range(2);
    access(40, moves, friend);
    access(30, range(1));
    access(30, range(1));
    access(30, range(1));
    access(20, friend);
    access(50, range(3));
    List<Clump> clumps = plan();
    assertThat(text(clumps)).as("site 3 has less to do").isEqualTo("[ 0:1>2 ]");
    assertThat(clumps.get(0).cut()).isEqualTo(1);
    assertThat(clumps.get(0).cutThen()).isZero();
  }

  @Test
  void whatIsAtAThirdSiteIsTakenAlong() {
    sites(3);
    int hot = range(1);
    int far = range(2);
    access(170, hot);
    access(50, hot, far);
    access(160, range(2));
    access(1, range(3));
    assertThat(text(plan())).isEqualTo("[ 0:1>3 1:2>3 ]");
  }

  @Test
  void nothingGoesWhereItWouldBeAsMuchOfABurden() {
    sites(2);
    access(200, range(1));
    access(10, range(2));
    assertThat(plan()).isEmpty();
  }

  @Test
  void whatASiteLacksNeedsRoomThere() {
    sites(2);
    int large = range(1, ROOM + 1);
    int small = range(1, ROOM);
    access(60, large);
    access(50, small);
    access(20, range(2));
    List<Clump> clumps = plan();
    assertThat(text(clumps)).isEqualTo("[ 1:1>2 ]");
    assertThat(clumps.get(0).moves().get(0).way()).isEqualTo(Way.COPY);
  }

  @Test
  void aPlanHasNoMoreMovesThanItMay() {
    sites(2);
    for (int i = 0; i < 100; i++) {
      access(2, range(1));
    }
    access(1, range(2));
    int moves =
        ClumpPlanner.plan(sites, ranges, transactions, EVEN, 7).stream()
            .mapToInt(each -> each.moves().size())
            .sum();
    assertThat(moves).isEqualTo(7);
  }

  @Test
  void aClumpTellsWhatItDoesToTheSite() {
    sites(2);
    access(30, range(1));
    access(30, range(1));
    access(10, range(2));
    Clump clump = plan().get(0);
    assertThat(clump.overloaded()).isEqualTo(1);
    assertThat(clump.target()).isEqualTo(2);
    assertThat(clump.load()).isCloseTo(60 / 35.0, within(1e-9));
    assertThat(clump.loadThen()).isCloseTo(30 / 35.0, within(1e-9));
  }

  /** Loads that are kept while vertices move are those that a graph has which is made anew. */
  @Test
  void aMoveChangesLoadsAsIfTheGraphWereMadeSo() {
    Random random = new Random(1);
    int[] masters = random.ints(20, 1, 5).toArray();
    for (int i = 0; i < 200; i++) {
      transactions.add(random.ints(3, 0, 20).distinct().toArray());
    }
    ClumpGraph moving = new ClumpGraph(transactions, masters, 4, 2.6);
    for (int i = 0; i < 100; i++) {
      int vertex = random.nextInt(20);
      masters[vertex] = random.nextInt(1, 5);
      moving.move(vertex, masters[vertex]);
    }
    ClumpGraph made = new ClumpGraph(transactions, masters, 4, 2.6);
    for (int site = 1; site <= 4; site++) {
      assertThat(moving.load(site)).isCloseTo(made.load(site), within(1e-6));
    }
    assertThat(moving.cut()).isEqualTo(made.cut());
  }

  /** Whatever is planned, no site is overloaded by it that was not before. */
  @Test
  void noPlanOverloadsASite() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      sites.clear();
      ranges.clear();
      transactions.clear();
      sites(4);
      for (int i = 0; i < 40; i++) {
        range(random.nextInt(3) == 0 ? 1 : random.nextInt(1, 5));
      }
      for (int i = 0; i < 300; i++) {
        transactions.add(random.ints(random.nextInt(1, 4), 0, 40).distinct().toArray());
      }
      int[] masters = ranges.stream().mapToInt(MovableRange::master).toArray();
      ClumpGraph graph = new ClumpGraph(transactions, masters, 4, ClumpPlanner.PAIR_OVER_SITES);
      double bound = 0;
      double most = 0;
      for (int site = 1; site <= 4; site++) {
        bound += graph.load(site) / 4 * (1 + EVEN);
        most = Math.max(most, graph.load(site));
      }
      for (Clump clump : plan()) {
        clump.moves().forEach(move -> graph.move(move.range().id(), move.to()));
        assertThat(clump.loadThen()).isLessThan(clump.load());
      }
      for (int site = 1; site <= 4; site++) {
        assertThat(graph.load(site)).isLessThanOrEqualTo(Math.max(bound, most) + 1e-6);
      }
    }
  }
}
