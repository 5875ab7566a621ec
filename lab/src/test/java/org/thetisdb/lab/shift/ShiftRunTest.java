package org.thetisdb.lab.shift;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.lab.shift.HeatMap.Cell;

/** A load whose locality shifts, short and with few clients. */
@Tag("slow")
@InTurn(oneIn = 2)
class ShiftRunTest {
  private static final ShiftPlan TINY = new ShiftPlan(3, 30, 5, 6, 2, 1, 40, 5);

  @Test
  void mastershipFollowsTheShiftAndEachRunIsTheSame() {
    List<Moment> moments = new ArrayList<>();
    List<Moment> again = new ArrayList<>();
    ShiftFigures figures = ShiftRun.dynamast(TINY).run(moments::add);
    assertThat(ShiftRun.dynamast(TINY).run(again::add)).isEqualTo(figures);
    assertThat(again).isEqualTo(moments);
    assertThat(figures.problem()).isEmpty();
    assertThat(figures.distributedPercent()).isZero();
    assertThat(figures.movedPercent()).isBetween(0.1, 50.0);
    assertThat(figures.stayedPercent()).isEqualTo(100 - figures.movedPercent());
    Map<Look, HeatMap> maps = maps(moments);
    assertThat(moments).hasSize(TINY.moments());
    assertThat(maps).containsOnlyKeys(Look.values());
    checkPlacements(maps);
    assertThat(moments.get(0).map()).contains(maps.get(Look.BEGIN));
    assertThat(moments.get(4).map()).contains(maps.get(Look.FOLLOWED));
    assertThat(moments.get(5).map()).contains(maps.get(Look.SHIFTED));
    assertThat(moments.get(9).map()).contains(maps.get(Look.FOLLOWED_AGAIN));
  }

  /**
   * All that is placed is what groups share; the order of places changes, and no master by that.
   */
  private static void checkPlacements(Map<Look, HeatMap> maps) {
    assertThat(maps.get(Look.BEGIN).borders()).as("dealt out one by one").isEqualTo(30);
    assertThat(maps.get(Look.FOLLOWED).borders()).isLessThan(15);
    assertThat(maps.get(Look.FOLLOWED_AGAIN).borders()).isLessThan(15);
    assertThat(maps.get(Look.SHIFTED).borders())
        .isGreaterThan(maps.get(Look.FOLLOWED).borders())
        .isGreaterThan(maps.get(Look.FOLLOWED_AGAIN).borders());
    assertThat(mastered(maps.get(Look.SHIFTED))).isEqualTo(mastered(maps.get(Look.FOLLOWED)));
    assertThat(maps.get(Look.BEGIN).atS()).isZero();
    assertThat(maps.get(Look.SHIFTED).atS()).isBetween(0.5, 0.52);
    for (HeatMap map : maps.values()) {
      assertThat(map.cells().stream().mapToLong(Cell::writes).sum()).isPositive();
      assertThat(map.share(1) + map.share(2) + map.share(3)).isBetween(0.999, 1.001);
    }
  }

  @Test
  void aStorePartitionedByHashWritesAtSeveralSitesAndMovesNothing() {
    List<Moment> moments = new ArrayList<>();
    ShiftFigures figures = ShiftRun.byHash(TINY).run(moments::add);
    assertThat(figures.problem()).isEmpty();
    assertThat(figures.movedPercent()).isZero();
    assertThat(figures.distributedPercent()).isBetween(70.0, 99.0);
    Set<Map<Integer, Long>> placements = new HashSet<>();
    maps(moments).values().forEach(map -> placements.add(mastered(map)));
    assertThat(placements).hasSize(1);
  }

  private static Map<Look, HeatMap> maps(List<Moment> moments) {
    Map<Look, HeatMap> maps = new HashMap<>();
    moments.forEach(moment -> moment.map().ifPresent(map -> maps.put(map.look(), map)));
    return maps;
  }

  private static Map<Integer, Long> mastered(HeatMap map) {
    Map<Integer, Long> mastered = new HashMap<>();
    map.cells().forEach(cell -> mastered.merge(cell.site(), 1L, Long::sum));
    return mastered;
  }
}
