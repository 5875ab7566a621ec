package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.cell;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.cells;

import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.scheme.morphosys.PlanStep.AddCopies;

/**
 * Site 1 holds every row and is busy; site 2 is idle and holds what it masters. Updates write cells
 * 1, 3 or 5, and all of them read cell 7, which nobody writes.
 */
final class CopyPlansTest {
  private static final long LATER_US = 60_000_000;

  private final PlanWorld world = new PlanWorld(2);

  CopyPlansTest() {
    world.holdAllAt(1);
    world.place(1, 1, 3, 5, 7);
    for (long written : new long[] {1, 3, 5}) {
      world.seeReading(500, new long[] {7}, written);
    }
    world.setBusy(1, 0.97);
    world.setBusy(2, 0.05);
  }

  private AddCopies plan() {
    return world.copies.forGroup(cells(1), new ArrayList<>());
  }

  @Test
  void aCopyComesSoThatWhatReadsItCanGoToAnIdleSite() {
    assertThat(world.plans.forSample(cells(1)).aside()).as("site 2 lacks cell 7").isNull();
    AddCopies step = plan();
    assertThat(step.site()).isEqualTo(2);
    assertThat(step.partitions()).containsExactly(cell(7));
    world.copy(2, 7);
    assertThat(plan()).as("nothing lacks any more").isNull();
    assertThat(world.plans.forSample(cells(1)).aside().target()).isEqualTo(2);
  }

  @Test
  void nothingIsCopiedToASiteThatIsAsBusy() {
    world.setBusy(2, 0.97);
    assertThat(plan()).isNull();
  }

  @Test
  void callsThatOnlyReadGetACopyAtAnIdleSiteAndNoFurtherOne() {
    for (int i = 0; i < 10; i++) {
      world.seeReading(200, new long[] {20, 21});
      world.see(50, 1);
    }
    world.place(1, 20, 21);
    AddCopies step = world.copies.forRead(cells(20), new ArrayList<>());
    assertThat(step.site()).isEqualTo(2);
    assertThat(step.partitions()).as("it is read with it").contains(cell(20), cell(21));
    ReplicaSets there = ReplicaSets.NONE.with(cell(20), cell(21), 2);
    world.copy(2, 20, 21);
    world.copies.onAdded(there.number(), 0);
    assertThat(world.copies.forRead(cells(20), new ArrayList<>())).isNull();
    assertThat(world.copies.toRemove(there, LATER_US)).as("its site serves them").isNull();
  }

  @Test
  void callsThatOnlyReadGetNoCopyWhereItsUpdatesCostMore() {
    world.setBusy(1, 0.3);
    world.setBusy(2, 0.3);
    for (int i = 0; i < 10; i++) {
      world.seeReading(1, new long[] {20});
      world.see(500, 20);
    }
    world.place(1, 20);
    assertThat(world.copies.forRead(cells(20), new ArrayList<>())).isNull();
  }

  @Test
  void aCopyStaysAsLongAsTransactionsOfItsSiteReadIt() {
    ReplicaSets there = ReplicaSets.NONE.with(cell(7), cell(7), 2);
    world.copy(2, 7);
    world.copies.onAdded(there.number(), 0);
    world.place(2, 1);
    assertThat(world.copies.toRemove(there, LATER_US)).isNull();
    world.place(1, 1);
    assertThat(world.copies.toRemove(there, 2 * LATER_US).id()).isEqualTo(there.number());
  }

  @Test
  void whereThereIsNoRoomNothingIsCopiedAndWhatSavesLeastGoes() {
    ReplicaSets there =
        ReplicaSets.NONE
            .with(cell(7), cell(7), 2)
            .with(cell(9), cell(9), 2)
            .with(cell(8), cell(8), 1);
    world.seeReading(20, new long[] {9}, 1);
    world.copy(2, 9);
    world.place(2, 1, 3, 5);
    there.ranges().forEach(each -> world.copies.onAdded(each.id(), 0));
    world.full = 2;
    assertThat(world.copies.toRemove(there, 1_000_000).first()).isEqualTo(cell(9));
    ReplicaSets left = there.without(2);
    assertThat(world.copies.toRemove(left, 2_000_000)).as("its rows are on their way out").isNull();
    assertThat(world.copies.toRemove(left, 4_000_000).first()).isEqualTo(cell(7));
    world.place(1, 1, 3, 5);
    assertThat(plan()).isNull();
    world.full = 0;
    assertThat(plan()).isNotNull();
  }

  @Test
  void whatNoPlanHasMadeIsLeftAlone() {
    ReplicaSets there = ReplicaSets.NONE.with(cell(8), cell(8), 2);
    assertThat(world.copies.toRemove(there, LATER_US)).isNull();
    world.copies.onAdded(there.number(), LATER_US);
    assertThat(world.copies.toRemove(there, LATER_US + 1_000_000)).as("it has just come").isNull();
  }
}
