package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.RouterToSite.CheckBatch;
import org.thetisdb.core.wire.RouterToSite.Decided;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.RouterToSite.InstallBatch;
import org.thetisdb.core.wire.RouterToSite.Reserve;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.Conflict;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;

/** Scenarios of batches over two sites (decision 0074). */
final class DistributedBatchScenariosTest extends EpochFixture {
  private long batch;

  DistributedBatchScenariosTest() {
    super(SchemeRegistry.DIST_ARIA, new EpochViewRules(Apart.BATCHES, false));
  }

  private void reserve(int site, RanInEpochView ran) {
    nodes.get(site).send(new Reserve(epochView, ran.attemptId(), ran.touched()));
    world.runFor(STEP_US);
  }

  private CheckBatch barrier(RanInEpochView... all) {
    return new CheckBatch(
        epochView, batch, List.of(all).stream().map(RanInEpochView::attemptId).toList());
  }

  private List<Conflict> check(int site, RanInEpochView... all) {
    return ((BatchChecked) ask(site, barrier(all))).conflicts();
  }

  private InstallBatch decided(RanInEpochView... all) {
    List<Decided> decided = new ArrayList<>();
    for (RanInEpochView ran : all) {
      order++;
      decided.add(new Decided(order << 8, order, ran.rows()));
    }
    return new InstallBatch(epochView, decided);
  }

  private void tellAll(InstallBatch message) {
    nodes.values().forEach(node -> node.send(message));
    world.runFor(STEP_US);
    batch++;
  }

  private void beginBatches() {
    batch = 1;
  }

  @Test
  void allOfABatchReadTheSameStateAndTheNextOneWhatItWrote() {
    beginBatches();
    RanInEpochView first = run(1, call("Raise", 1, 2L, 1L));
    RanInEpochView second = run(1, call("Raise", 1, 2L, 1L));
    assertThat(first.decided()).isFalse();
    assertThat(first.participants()).isEmpty();
    assertThat(valueOf(first)).isEqualTo(11L);
    assertThat(valueOf(second)).as("nothing of its batch").isEqualTo(11L);
    assertThat(check(1, first, second))
        .containsExactly(new Conflict(second.attemptId(), true, true, true));
    tellAll(decided(first));
    assertThat(valueOf(run(1, call("Raise", 1, 2L, 1L)))).isEqualTo(12L);
    assertThat(valueOf(run(2, call("Raise", 1, 2L, 1L)))).as("at any member").isEqualTo(12L);
    assertThat(sum()).as("it is in no log").isEqualTo(60L);
    commit(first);
    assertThat(sum()).isEqualTo(61L);
  }

  @Test
  void thePrimaryOfARowTellsOfConflictsWithWhatHasRunElsewhere() {
    beginBatches();
    RanInEpochView shift = run(2, shift());
    assertThat(shift.participants()).containsExactly(1);
    RanInEpochView raise = run(1, call("Raise", 1, 2L, 1L));
    reserve(1, shift);
    assertThat(check(1, shift, raise))
        .containsExactly(new Conflict(raise.attemptId(), true, true, true));
    assertThat(check(2, shift, raise)).as("it has met nothing of that site").isEmpty();
    tellAll(decided(shift));
    assertThat(valueOf(run(1, call("Raise", 1, 2L, 1L)))).isEqualTo(4L);
    commit(shift);
    assertThat(sum()).isEqualTo(60L);
  }

  @Test
  void whoOnlyReadsWhatAnEarlierOneWritesMayGoBeforeIt() {
    beginBatches();
    RanInEpochView writer = run(1, call("Raise", 1, 2L, 5L));
    RanInEpochView reader = run(2, call("RaiseBy", 1, 1L, 2L)); // by what counter 2 has
    reserve(1, reader);
    assertThat(check(1, writer, reader))
        .containsExactly(new Conflict(reader.attemptId(), true, false, false));
    assertThat(check(2, writer, reader)).isEmpty();
    tellAll(decided(reader, writer));
    commit(reader, writer);
    assertThat(sum()).as("60 and 15").isEqualTo(75L);
  }

  @Test
  void aRowInARangeConflictsWithItsReaderElsewhere() {
    beginBatches();
    RanInEpochView raise = run(1, call("Raise", 1, 30L, 1L));
    RanInEpochView count = run(2, call("CountInto", 1, 1L, 20L, 50L));
    assertThat(count.participants()).containsExactly(1);
    reserve(1, count);
    assertThat(check(1, raise, count))
        .containsExactly(new Conflict(count.attemptId(), true, false, false));
  }

  @Test
  void whoeverIsNotInTheBatchWhenItEndsHasReservedNothing() {
    beginBatches();
    RanInEpochView late = run(1, call("Raise", 1, 2L, 1L));
    RanInEpochView first = run(1, call("Raise", 1, 2L, 1L));
    assertThat(check(1, first)).isEmpty();
    tellAll(decided(first));
    RanInEpochView next = run(1, call("Raise", 1, 2L, 1L));
    assertThat(check(1, late, next)).as("it is over").isEmpty();
  }

  @Test
  void barriersAndRowsThatComeTwiceCountOnce() {
    beginBatches();
    RanInEpochView first = run(1, call("Raise", 1, 2L, 1L));
    check(1, first);
    RanInEpochView other = run(1, call("Raise", 1, 2L, 3L));
    nodes.get(1).answers.clear();
    nodes.get(1).send(barrier(first, other));
    world.runFor(STEP_US);
    assertThat(nodes.get(1).answers).isEmpty();
    InstallBatch message = decided(first);
    tellAll(message);
    RanInEpochView second = run(1, call("Raise", 1, 2L, 1L));
    tellAll(decided(second));
    nodes.get(1).send(message);
    assertThat(valueOf(run(1, call("Raise", 1, 2L, 1L)))).isEqualTo(13L);
  }

  @Test
  void aTableThatAPrimaryDoesNotKnowIsNotReservedThere() {
    beginBatches();
    RanInEpochView ran = run(2, shift());
    nodes.get(1).send(new Reserve(epochView, ran.attemptId(), null));
    assertThat(check(1, ran)).containsExactly(new Conflict(ran.attemptId(), true, true, true));
  }

  @Test
  void anEpochViewThatEndsIsForgottenWithItsBatches() {
    beginBatches();
    RanInEpochView first = run(1, call("Raise", 1, 2L, 1L));
    check(1, first);
    tellAll(decided(first));
    run(1, call("Raise", 1, 2L, 1L));
    beginEpochView();
    beginBatches();
    RanInEpochView again = run(1, call("Raise", 1, 2L, 5L));
    assertThat(valueOf(again)).isEqualTo(15L);
    assertThat(check(1, again)).isEmpty();
  }

  @Test
  void rowsStayVisibleWhenTheStoreTakesThemOver() {
    beginBatches();
    for (int i = 1; i <= 12; i++) {
      RanInEpochView ran = run(1, call("Raise", 1, 2L, 1L));
      assertThat(valueOf(ran)).isEqualTo(10L + i);
      check(1, ran);
      tellAll(decided(ran));
      EpochOver over = new EpochOver(epochView, order, 0, commit(ran).vector());
      nodes.values().forEach(node -> node.send(over));
      cut();
    }
    assertThat(sum()).isEqualTo(72L);
  }
}
