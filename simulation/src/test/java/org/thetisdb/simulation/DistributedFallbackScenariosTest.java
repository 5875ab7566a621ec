package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.RouterToSite.CheckBatch;
import org.thetisdb.core.wire.RouterToSite.Decided;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.RouterToSite.InstallBatch;
import org.thetisdb.core.wire.RouterToSite.Reserve;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;

/** Scenarios of those that lost in a batch over sites, and run behind it (decision 0086). */
final class DistributedFallbackScenariosTest extends DistributedOrderFixture {
  private long batch = 1;

  DistributedFallbackScenariosTest() {
    super(SchemeRegistry.DIST_ARIA, new EpochViewRules(Apart.BATCHES_WITH_FALLBACK, false));
  }

  private static CallBuilder raise(long id) {
    return call("Raise", 1, id, 1L);
  }

  /** A batch of which the first one commits, as all others have conflicts. */
  private void decideFirst(RanInEpochView... all) {
    List<Long> ids = List.of(all).stream().map(RanInEpochView::attemptId).toList();
    assertThat(((BatchChecked) ask(1, new CheckBatch(epochView, batch, ids))).conflicts())
        .hasSize(all.length - 1);
    List<Decided> decided = new ArrayList<>();
    decided.add(new Decided(++order << 8, order, all[0].rows()));
    tell(1, new InstallBatch(epochView, decided));
    tell(2, new InstallBatch(epochView, decided));
    settle();
    batch++;
  }

  @Test
  void whatACallHasMetIsToldAlsoIfItIsOfOneSite() {
    RanInEpochView ran = run(1, raise(2));
    assertThat(ran.participants()).isEmpty();
    assertThat(ran.touched().written()).containsExactly(key(2));
  }

  @Test
  void threeThatRaiseOneCounterAreDecidedInOneBatchAndItsFallback() {
    RanInEpochView first = run(1, raise(2));
    RanInEpochView second = run(1, raise(2));
    RanInEpochView third = run(1, raise(2));
    decideFirst(first, second, third);
    long again = sendAlone(1, second.touched(), raise(2));
    long last = sendAlone(1, third.touched(), raise(2));
    assertThat(valueOf(install(1, again))).isEqualTo(12L);
    assertThat(valueOf(install(1, last))).isEqualTo(13L);
    RanInEpochView next = run(2, raise(2));
    assertThat(valueOf(next)).as("the next batch, at any member").isEqualTo(14L);
    assertThat(next.decided()).isFalse();
    commit(first, ran(1, again), ran(1, last));
    assertThat(sum()).isEqualTo(63L);
  }

  @Test
  void whoLostOverSitesWaitsForItsLocksAtAllOfThem() {
    RanInEpochView raise = run(1, raise(2));
    RanInEpochView shift = run(2, shift());
    tell(1, new Reserve(epochView, shift.attemptId(), shift.touched()));
    settle();
    decideFirst(raise, shift);
    long behind = send(2, shift.touched(), shift());
    assertThat(ran(2, behind)).isNull();
    allLocked(2, behind);
    install(2, behind);
    commit(raise, ran(2, behind));
    assertThat(sum()).isEqualTo(61L);
  }

  @Test
  void whatFellBackIsInFrontOfWhatItsBatchWrote() {
    decideFirst(run(1, raise(2)));
    decideFirst(run(1, raise(2)));
    RanInEpochView first = run(1, raise(2));
    RanInEpochView second = run(1, raise(2));
    decideFirst(first, second);
    long behind = sendAlone(1, second.touched(), raise(2));
    install(1, behind);
    RanInEpochView third = run(2, raise(2));
    assertThat(valueOf(third)).as("behind 12, 13 and 14").isEqualTo(15L);
    decideFirst(third);
    assertThat(valueOf(run(1, raise(2)))).as("a batch behind that").isEqualTo(16L);
  }

  @Test
  void whoMeetsSomethingElseBehindItsBatchIsNotDecided() {
    RanInEpochView first = run(1, raise(2));
    RanInEpochView second = run(1, raise(2));
    decideFirst(first, second);
    long stale = sendAlone(1, writes(4), raise(2));
    assertThat(ran(1, stale).decided()).isFalse();
    forget(stale);
    assertThat(valueOf(run(1, raise(2)))).as("the next batch").isEqualTo(12L);
  }
}
