package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.scheme.morphosys.PlanMaker.Plan;

/** Which steps a plan has. */
class PlanMakerTest {
  private final PlanWorld world = new PlanWorld(3);

  @Test
  void aCallGoesWhereMostOfWhatItWritesBelongs() {
    world.place(1, 1, 2, 3);
    world.place(2, 4);
    world.see(300, 1, 2, 3);
    world.see(10, 4);
    Plan plan = world.plan(1, 2, 3, 4);
    assertThat(plan.site()).isEqualTo(1);
    assertThat(plan.needed().moves()).containsExactly(new Move(PlanWorld.cell(4), 2, 1));
    assertThat(plan.scores()).hasSize(3);
  }

  @Test
  void noCallGoesToASiteThatIsLost() {
    world.place(1, 1);
    world.place(2, 2);
    world.see(100, 1, 2);
    world.lose(1);
    assertThat(world.plan(1, 2).site()).isNotEqualTo(1);
    world.lose(2);
    world.lose(3);
    assertThat(world.plan(1, 2)).isSameAs(Plan.NONE);
  }

  @Test
  void whatIsAccessedWithWhatMovesGoesAlong() {
    world.place(1, 1, 10, 11);
    world.place(2, 2, 12);
    world.see(300, 1, 2, 12);
    world.see(100, 2, 12);
    Plan plan = world.plan(1, 2);
    assertThat(plan.site()).isEqualTo(2);
    assertThat(plan.needed().moves()).containsExactly(new Move(PlanWorld.cell(1), 1, 2));
    world.place(3, 12);
    world.lose(3);
    Plan other = world.plan(1, 2);
    assertThat(other.aside().moves())
        .containsExactly(new Move(PlanWorld.cell(12), 3, other.site()));
    assertThat(other.aside().expected().benefitUs()).isPositive();
  }

  @Test
  void aGroupLeavesABusySiteForAnIdleOne() {
    world.place(1, 1, 2, 3, 4, 5, 6);
    world.see(2_000, 1, 2);
    world.see(2_000, 3, 4);
    world.see(2_000, 5, 6);
    world.setBusy(1, 0.95);
    world.setBusy(2, 0.1);
    world.setBusy(3, 0.3);
    Plan plan = world.plans.forSample(PlanWorld.cells(1));
    assertThat(plan.site()).isEqualTo(2);
    assertThat(plan.needed()).isNull();
    assertThat(plan.aside().moves())
        .containsExactlyInAnyOrder(
            new Move(PlanWorld.cell(1), 1, 2), new Move(PlanWorld.cell(2), 1, 2));
    assertThat(plan.aside().expected().net(1)).isPositive();
  }

  @Test
  void whatSavesNothingIsNotDone() {
    world.place(1, 1, 2);
    world.place(2, 3, 4);
    world.see(500, 1, 2);
    world.see(500, 3, 4);
    world.setBusy(1, 0.3);
    world.setBusy(2, 0.3);
    world.setBusy(3, 0.3);
    assertThat(world.plans.forSample(PlanWorld.cells(1))).isSameAs(Plan.NONE);
  }

  /** What the only busy site does would keep any other one as busy. */
  @Test
  void theWholeLoadOfASiteStaysThere() {
    world.place(1, 1, 2);
    world.see(2_000, 1, 2);
    world.setBusy(1, 0.9);
    assertThat(world.plans.forSample(PlanWorld.cells(1)).aside()).isNull();
  }

  @Test
  void whatIsReadComesToItsReaders() {
    world.place(1, 1);
    world.place(3, 7, 8);
    world.seeReading(500, new long[] {7, 8}, 1);
    Plan plan = world.plans.forReads(PlanWorld.cells(7, 8), 1);
    assertThat(plan.aside().moves())
        .containsExactly(new Move(PlanWorld.cell(7), 3, 1), new Move(PlanWorld.cell(8), 3, 1));
  }

  @Test
  void aPlanThatWasMadeIsNotUndone() {
    world.place(1, 1, 2, 3, 4);
    world.see(2_000, 1, 2);
    world.see(2_000, 3, 4);
    world.setBusy(1, 0.95);
    world.setBusy(2, 0.1);
    world.setBusy(3, 0.9);
    Plan plan = world.plans.forSample(PlanWorld.cells(1));
    world.make(plan.aside().moves());
    world.setBusy(1, 0.48);
    world.setBusy(2, 0.55);
    assertThat(world.plans.forSample(PlanWorld.cells(1)).aside()).isNull();
  }

  /** As tables are loaded one after the other, each for itself. */
  @Test
  void aTableWithoutABorderStaysUntilItsSiteIsSaturated() {
    PlanWorld ranges = new PlanWorld(2, 0);
    ranges.seeKeys(1_000, i -> List.of(PlanWorld.key(PlanWorld.TABLE, i % 100)));
    ranges.seeKeys(1_000, i -> List.of(PlanWorld.key(PlanWorld.TABLE + 1, i % 100)));
    long[] table = {PlanWorld.border(50).lower()};
    ranges.setBusy(1, 0.6);
    assertThat(ranges.plans.forSample(table)).isSameAs(Plan.NONE);
    ranges.setBusy(1, 0.97);
    assertThat(ranges.plans.forSample(table).aside()).isNotNull();
  }
}
