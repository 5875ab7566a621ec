package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.thetisdb.router.routing.Footprint;

/** What is read and written, and what together. */
class WorkloadModelTest {
  private final PlanWorld world = new PlanWorld(3);
  private final WorkloadModel model = world.model;

  private static long cell(long index) {
    return PlanWorld.cell(index);
  }

  @Test
  void sharesOfReadsAndWritesAreOfAllAccesses() {
    world.see(30, 1);
    world.seeReading(10, new long[] {2}, 1);
    assertThat(model.writeShare(cell(1))).isCloseTo(40 / 50.0, within(1e-9));
    assertThat(model.readShare(cell(2))).isCloseTo(10 / 50.0, within(1e-9));
    assertThat(model.readShare(cell(1))).isZero();
  }

  @Test
  void whatOnlyReadsIsKnownToo() {
    model.observe(Footprint.of(new long[0], PlanWorld.cells(1, 2)), 0);
    assertThat(model.readShare(cell(1))).isCloseTo(0.5, within(1e-9));
    assertThat(model.of(cell(1)).readsGivenRead(cell(2))).isEqualTo(1);
    assertThat(model.updates()).isZero();
  }

  @Test
  void theFourProbabilitiesOfCoAccessAreApart() {
    world.see(30, 1, 2);
    world.seeReading(10, new long[] {3}, 1);
    PartitionUse first = model.of(cell(1));
    assertThat(first.writesGivenWrite(cell(2))).isCloseTo(0.75, within(1e-9));
    assertThat(first.readsGivenWrite(cell(3))).isCloseTo(0.25, within(1e-9));
    assertThat(model.of(cell(3)).writesGivenRead(cell(1))).isEqualTo(1);
    assertThat(first.writesGivenRead(cell(2))).isZero();
    assertThat(model.of(cell(3)).readsGivenRead(cell(1))).isZero();
  }

  @Test
  void loadFollowsMasters() {
    world.place(1, 1, 2);
    world.see(10, 1, 2);
    assertThat(model.loadAt(1)).isEqualTo(model.totalLoad());
    world.place(2, 2);
    assertThat(model.loadAt(2)).isEqualTo(model.totalLoad() / 2);
    assertThat(model.writesAt(2)).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void whatIsOldGoes() {
    world.see(100, 1);
    model.expire(world.nowUs() + 60_000_000, 20_000);
    assertThat(model.samples()).isZero();
    assertThat(model.partitions()).isZero();
    assertThat(model.totalLoad()).isZero();
  }

  /** Of a full reservoir the new takes the place of any. */
  @Test
  void aNewWorkloadOutweighsTheOneBefore() {
    for (int i = 0; i < 40_000; i++) {
      model.observe(Footprint.of(PlanWorld.cells(1), new long[0]), i * 20L);
    }
    int kept = model.samples();
    for (int i = 0; i < 80_000; i++) {
      model.observe(Footprint.of(PlanWorld.cells(2), new long[0]), 800_000 + i * 20L);
    }
    assertThat(model.samples()).isGreaterThanOrEqualTo(kept);
    assertThat(model.writeShare(cell(2))).isGreaterThan(0.5);
  }

  @Test
  void aKindThatNobodyRunsAnyMoreIsForgotten() {
    for (int i = 0; i < 200; i++) {
      model.observe(Footprint.of(PlanWorld.cells(1), new long[0]), 7, i * 100L);
    }
    for (int i = 0; i < 200; i++) {
      model.observe(Footprint.of(PlanWorld.cells(2), new long[0]), 8, 1_500_000 + i * 100L);
    }
    model.lookForSilence(1_600_000);
    model.expire(1_600_000, 20_000);
    assertThat(model.of(cell(1))).isNull();
    assertThat(model.of(cell(2)).writes).isEqualTo(200);
  }
}
