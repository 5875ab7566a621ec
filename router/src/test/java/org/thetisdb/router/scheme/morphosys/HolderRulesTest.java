package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.cells;

import org.junit.jupiter.api.Test;
import org.thetisdb.router.routing.Footprint;

/** Site 1 holds every row, sites 2 and 3 what they master and what was copied there. */
final class HolderRulesTest {
  private final PlanWorld world = new PlanWorld(3);
  private final Footprint writesOneReadsSeven = Footprint.of(cells(1), cells(7));

  HolderRulesTest() {
    world.holdAllAt(1);
    world.place(2, 1, 2);
    world.place(3, 7, 8);
  }

  @Test
  void aCallRunsWhereAllIsHeldThatItReads() {
    assertThat(world.held.canRun(2, writesOneReadsSeven)).isFalse();
    assertThat(world.plans.forCall(writesOneReadsSeven).site()).as("7 is there").isIn(1, 3);
    world.copy(2, 7);
    assertThat(world.held.canRun(2, writesOneReadsSeven)).isTrue();
  }

  @Test
  void whatReadsMoreThanCanBeListedRunsWhereAllRowsAre() {
    Footprint wide = Footprint.of(cells(1), cells(), true);
    assertThat(world.held.canRun(2, wide)).isFalse();
    assertThat(world.plans.forCall(wide).site()).isEqualTo(1);
  }

  @Test
  void whatIsTooLargeToBeShippedGoesToHoldersOnly() {
    assertThat(world.held.canGo(cells(1), 3)).isTrue();
    world.held.onTooLarge(PlanWorld.cell(1));
    assertThat(world.held.canGo(cells(1), 3)).isFalse();
    assertThat(world.held.canGo(cells(1), 1)).as("all rows are there").isTrue();
    assertThat(world.held.canGo(cells(1), 2)).as("it is there").isTrue();
    world.copy(3, 1);
    assertThat(world.held.canGo(cells(1), 3)).isTrue();
  }

  @Test
  void rowsOfALostSiteComeFromWhereAllRowsAre() {
    world.lose(2);
    assertThat(world.held.canGo(cells(1), 3)).isFalse();
    assertThat(world.plan(1, 2, 8).site()).isEqualTo(1);
  }

  @Test
  void whereNoSiteWithAllRowsIsLeftNoPlanIsMade() {
    world.lose(1);
    world.held.onTooLarge(PlanWorld.cell(1));
    world.held.onTooLarge(PlanWorld.cell(8));
    assertThat(world.plan(1, 8)).isSameAs(PlanMaker.Plan.NONE);
    assertThat(world.held.firstWithAllRows()).isEqualTo(1);
  }
}
