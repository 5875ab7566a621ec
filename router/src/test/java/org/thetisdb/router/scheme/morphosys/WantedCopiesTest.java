package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.cell;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.cells;

import org.agrona.collections.LongHashSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.routing.CopyChange;

/** Copies of cells are asked for in runs. */
final class WantedCopiesTest {
  private final WantedCopies wanted = new WantedCopies();
  private ReplicaSets there = ReplicaSets.NONE;

  private void want(long... indexes) {
    LongHashSet set = new LongHashSet();
    for (long cell : cells(indexes)) {
      set.add(cell);
    }
    wanted.want(set, 2, "a test", 0);
  }

  private CopyChange next() {
    CopyChange next = wanted.next(there, false, 1);
    there = next == null ? there : there.with(next.first(), next.last(), next.site());
    return next;
  }

  @Test
  void neighboursComeTogetherAndWhatIsFarBySeparateRuns() {
    want(500, 3, 1, 9);
    assertThat(next()).isEqualTo(new CopyChange(0, cell(1), cell(9), 2, "a test"));
    assertThat(next()).isEqualTo(new CopyChange(0, cell(500), cell(500), 2, "a test"));
    assertThat(next()).isNull();
    assertThat(wanted.areAny()).as("they are on their way").isTrue();
    assertThat(wanted.next(there, true, 1)).isNull();
    assertThat(wanted.areAny()).isFalse();
  }

  @Test
  void noRunOverlapsWithACopyThatIsThere() {
    there = there.with(cell(4), cell(5), 2).with(cell(8), cell(8), 1);
    want(1, 5, 7, 9);
    assertThat(next().last()).isEqualTo(cell(1));
    assertThat(next()).isEqualTo(new CopyChange(0, cell(7), cell(9), 2, "a test"));
  }

  @Test
  void whatDoesNotComeIsNotWaitedForWithoutEnd() {
    want(1);
    assertThat(wanted.next(there, false, 60_000_000)).isNull();
    assertThat(wanted.areAny()).isFalse();
  }
}
