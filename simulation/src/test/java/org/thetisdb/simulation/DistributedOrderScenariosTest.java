package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.LockInOrder;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Replan;

/** Scenarios of ordered locks over two sites (decision 0086). */
final class DistributedOrderScenariosTest extends DistributedOrderFixture {
  DistributedOrderScenariosTest() {
    super(SchemeRegistry.DIST_CALVIN, new EpochViewRules(Apart.ORDERED_LOCKS, false));
  }

  private static CallBuilder raise(long id) {
    return call("Raise", 1, id, 1L);
  }

  @Test
  void threeThatRaiseOneCounterOfTwoSitesRunOnceEach() {
    long first = send(1, writes(1, 2), shift());
    long second = send(2, writes(1, 2), shift());
    long third = send(1, writes(1, 2), shift());
    allLocked(1, first);
    assertThat(hasLocked(1, second)).as("the second one at the executor of the first").isTrue();
    assertThat(hasLocked(2, third)).isFalse();
    install(1, first);
    allLocked(2, second);
    install(2, second);
    allLocked(1, third);
    install(1, third);
    assertThat(runs()).isEqualTo(3);
    commit(ran(1, first), ran(2, second), ran(1, third));
    assertThat(sum()).as("nothing is lost").isEqualTo(60L);
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 1L)))).isEqualTo(2 * (50L + 21L));
  }

  @Test
  void aCallRunsWhenAllSitesHaveLockedForItAndNotBefore() {
    long shift = send(1, writes(1, 2), shift());
    assertThat(ran(1, shift)).as("the other site has not told").isNull();
    assertThat(runs()).isZero();
    allLocked(1, shift);
    assertThat(decided(1, shift).rows()).hasSize(2);
  }

  @Test
  void aCallOfOneSiteRunsAtOnceAndKeepsNobodyElseWaiting() {
    send(1, writes(1, 2), shift());
    long other = sendAlone(1, writes(4), raise(4));
    assertThat(decided(1, other).participants()).isEmpty();
    long same = sendAlone(1, writes(2), raise(2));
    assertThat(ran(1, same)).as("it is behind the shift").isNull();
  }

  @Test
  void nobodyWritesAClosedTable() {
    beginEpochViewWithout(16);
    long raise = sendAlone(1, writes(2), raise(2));
    assertThat(ran(1, raise)).as("though it had all locks").isNull();
  }

  @Test
  void whoIsBehindAnotherOneReadsWhatThatWroteAtAnySite() {
    long raise = sendAlone(1, writes(2), raise(2));
    long by = send(2, and(writes(1), reads(2)), call("RaiseBy", 1, 1L, 2L));
    install(1, raise);
    allLocked(2, by);
    assertThat(valueOf(decided(2, by))).as("50 and 11").isEqualTo(61L);
  }

  @Test
  void whatIsOnlyReadIsLockedToo() {
    long by = send(2, and(writes(1), reads(2)), call("RaiseBy", 1, 1L, 2L));
    long raise = sendAlone(1, writes(2), raise(2));
    assertThat(ran(1, raise)).as("it would change what was read").isNull();
    allLocked(2, by);
    install(2, by);
    assertThat(valueOf(decided(1, raise))).isEqualTo(11L);
  }

  @Test
  void thoseWhoOnlyReadARowDoNotWaitForEachOther() {
    send(2, and(writes(1), reads(2)), call("RaiseBy", 1, 1L, 2L));
    long other = sendAlone(1, and(writes(4), reads(2)), call("RaiseBy", 1, 4L, 2L));
    assertThat(valueOf(decided(1, other))).isEqualTo(10L);
  }

  @Test
  void aRangeThatIsReadKeepsNewRowsOut() {
    KeySet counted = new KeySet(List.of(key(1)), List.of(), List.of(range(20, 50)));
    long count = send(2, counted, call("CountInto", 1, 1L, 20L, 50L));
    long inside = sendAlone(1, writes(30), raise(30));
    long outside = sendAlone(1, writes(60), raise(60));
    assertThat(ran(1, inside)).isNull();
    decided(1, outside);
    allLocked(2, count);
    assertThat(valueOf(install(2, count))).isEqualTo(0L);
    decided(1, inside);
  }

  @Test
  void aRangeInWhichRowsAreWrittenIsLockedAsSuch() {
    CallBuilder draw = call("Draw", 1, 2L, List.of(), List.of());
    long first = send(1, writes(2), draw, range(51, 100));
    KeySet counted = new KeySet(List.of(key(1)), List.of(), List.of(range(50, 100)));
    long count = send(2, counted, call("CountInto", 1, 1L, 50L, 100L));
    assertThat(hasLocked(1, count)).as("a row may come into its range").isFalse();
    allLocked(1, first);
    assertThat(valueOf(install(1, first))).isEqualTo(11L);
    allLocked(2, count);
    assertThat(valueOf(decided(2, count))).isEqualTo(1L);
  }

  @Test
  void aCallThatMeetsMoreThanItLockedIsTriedAgainWithThat() {
    long shift = sendAlone(1, writes(2), shift());
    RanInEpochView stale = ran(1, shift);
    assertThat(stale.decided()).isFalse();
    assertThat(stale.touched().written()).containsExactlyInAnyOrder(key(1), key(2));
    long behind = sendAlone(1, writes(2), raise(2));
    assertThat(ran(1, behind)).as("it keeps its locks until it is forgotten").isNull();
    forget(shift);
    assertThat(valueOf(decided(1, behind))).as("nothing of it is there").isEqualTo(11L);
    long again = send(1, and(writes(2), stale.touched()), shift());
    allLocked(1, again);
    decided(1, again);
  }

  @Test
  void anErrorIsDecidedAsWellAndFreesWhatWasLocked() {
    long error = send(1, writes(2, 1), call("Raise", 1, 2L, -100L));
    long behind = sendAlone(1, writes(2), raise(2));
    allLocked(1, error);
    assertThat(decided(1, error).errorNumber()).isPositive();
    assertThat(valueOf(decided(1, behind))).isEqualTo(11L);
    long other = send(2, writes(1), raise(1));
    assertThat(ran(2, other)).as("the other site has not heard of the error").isNull();
    forget(error);
    allLocked(2, other);
    decided(2, other);
  }

  @Test
  void messagesThatComeTwiceCountOnce() {
    long shift = send(1, writes(1, 2), shift());
    LockInOrder again = new LockInOrder(epochView, shift, 1, false, writes(1, 2), List.of());
    tell(1, again);
    tell(2, again);
    allLocked(1, shift);
    tell(1, new AllLocked(epochView, shift));
    RanInEpochView ran = install(1, shift);
    tell(1, again);
    tell(2, again);
    tell(2, new Install(epochView, shift, ran.clock(), order, ran.rows()));
    settle();
    long next = send(2, writes(1, 2), shift());
    allLocked(2, next);
    decided(2, next);
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void aForgottenCallThatWasCancelledKeepsNobodyWaiting() {
    long first = send(1, writes(1, 2), shift());
    long second = sendAlone(1, writes(2), raise(2));
    nodes.get(1).answers.clear();
    nodes.get(1).send(new CancelAttempt(second));
    settle();
    assertThat(nodes.get(1).answers.get(0)).isInstanceOf(Executed.class);
    long third = sendAlone(1, writes(4, 2), raise(4));
    forget(second);
    assertThat(ran(1, third)).as("it is behind the first one").isNull();
    forget(first);
    decided(1, third);
  }

  @Test
  void aCallThatIsForgottenWhileItWaitsIsSentBack() {
    long shift = send(1, writes(1, 2), shift());
    nodes.get(1).answers.clear();
    tell(1, new AbortInEpoch(epochView, shift));
    settle();
    assertThat(nodes.get(1).answers.get(0)).isInstanceOf(Replan.class);
    tell(1, new AllLocked(epochView, shift));
    settle();
    assertThat(runs()).isZero();
  }

  @Test
  void anEpochViewThatEndsSendsBackWhatWaitsAndForgetsLocks() {
    send(1, writes(1, 2), shift());
    nodes.get(1).answers.clear();
    closeEpochView();
    assertThat(nodes.get(1).answers.get(0)).isInstanceOf(Replan.class);
    beginEpochView();
    assertThat(valueOf(decided(1, sendAlone(1, writes(2), raise(2))))).isEqualTo(11L);
  }

  @Test
  void whatCannotBeToldApartLocksEverythingThere() {
    long unknown = send(2, null, raise(1));
    long behind = sendAlone(1, writes(8), raise(8));
    assertThat(ran(1, behind)).isNull();
    allLocked(2, unknown);
    assertThat(ran(2, unknown).decided()).as("it has said nothing of what it meets").isFalse();
    forget(unknown);
    decided(1, behind);
  }

  @Test
  void rowsStayVisibleWhenTheStoreTakesThemOver() {
    for (int i = 1; i <= 12; i++) {
      long raise = sendAlone(1, writes(2), raise(2));
      assertThat(valueOf(decided(1, raise))).isEqualTo(10L + i);
      VersionVector logged = commit(install(1, raise)).vector();
      nodes.get(1).send(new EpochOver(epochView, 0, i, logged));
      nodes.get(2).send(new EpochOver(epochView, order, 0, logged));
      cut();
    }
    assertThat(sum()).isEqualTo(72L);
  }
}
