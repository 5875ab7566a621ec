package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.AllLocked;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Validated;

/** Scenarios of locks over two sites for which nobody waits (decision 0091). */
final class DistributedLocksScenariosTest extends DistributedOrderFixture {
  DistributedLocksScenariosTest() {
    super(SchemeRegistry.EPOCH_S2PL, new EpochViewRules(Apart.NO_WAIT_LOCKS, false));
  }

  private static CallBuilder raise(long id) {
    return call("Raise", 1, id, 1L);
  }

  private boolean isRefused(int site, long transaction) {
    return nodes
        .get(site)
        .answers
        .contains(new Validated(epochView, transaction, 0, false, 0, 0, 0));
  }

  private boolean isSentBack(int executor, long transaction) {
    for (Message answer : nodes.get(executor).answers) {
      if (answer instanceof Replan replan && replan.attemptId() == transaction) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aCallRunsWhenAllSitesHaveLockedForItAndNotBefore() {
    long shift = send(1, writes(1, 2), shift());
    assertThat(ran(1, shift)).as("the other site has not told").isNull();
    allLocked(1, shift);
    assertThat(decided(1, shift).rows()).hasSize(2);
  }

  @Test
  void aCallRefusedAtALockSeesTheOthersWriteNextTime() {
    long first = send(1, writes(1, 2), shift());
    long second = send(2, writes(1, 2), shift());
    assertThat(isRefused(1, second)).as("by the site that is not its executor").isTrue();
    assertThat(isSentBack(2, second)).as("by its executor").isTrue();
    allLocked(1, first);
    install(1, first);
    assertThat(runs()).as("nobody waited").isEqualTo(1);
    long again = send(2, writes(1, 2), shift());
    allLocked(2, again);
    install(2, again);
    commit(ran(1, first), ran(2, again));
    assertThat(sum()).isEqualTo(60L);
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 1L)))).isEqualTo(2 * (50L + 14L));
  }

  @Test
  void aRefusedCallIsSentBackWhenForgottenAndHasNotRun() {
    long raise = send(2, writes(1), raise(1));
    long shift = send(1, writes(1, 2), shift());
    assertThat(isRefused(2, shift)).isTrue();
    assertThat(isSentBack(1, shift)).as("its executor knows nothing of it yet").isFalse();
    tell(1, new AbortInEpoch(epochView, shift));
    settle();
    assertThat(isSentBack(1, shift)).isTrue();
    tell(1, new AllLocked(epochView, shift));
    settle();
    assertThat(runs()).isZero();
    assertThat(valueOf(decided(1, sendAlone(1, writes(2), raise(2)))))
        .as("nothing of it is locked")
        .isEqualTo(11L);
    allLocked(2, raise);
    decided(2, raise);
  }

  @Test
  void aCallOfOneSiteThatMeetsALockIsSentBackAtOnce() {
    send(1, writes(1, 2), shift());
    long raise = sendAlone(1, writes(2), raise(2));
    assertThat(isSentBack(1, raise)).isTrue();
    assertThat(valueOf(decided(1, sendAlone(1, writes(4), raise(4))))).isEqualTo(1L);
  }

  @Test
  void whatIsOnlyReadIsLockedToo() {
    long by = send(2, and(writes(1), reads(2)), call("RaiseBy", 1, 1L, 2L));
    long raise = sendAlone(1, writes(2), raise(2));
    assertThat(isSentBack(1, raise)).as("it would change what was read").isTrue();
    allLocked(2, by);
    assertThat(valueOf(install(2, by))).isEqualTo(60L);
  }

  @Test
  void thoseWhoOnlyReadARowDoNotRefuseEachOther() {
    long by = send(2, and(writes(1), reads(2)), call("RaiseBy", 1, 1L, 2L));
    long other = sendAlone(1, and(writes(4), reads(2)), call("RaiseBy", 1, 4L, 2L));
    assertThat(valueOf(decided(1, other))).isEqualTo(10L);
    allLocked(2, by);
    decided(2, by);
  }

  @Test
  void aRangeThatIsReadKeepsNewRowsOut() {
    KeySet counted = new KeySet(List.of(key(1)), List.of(), List.of(range(20, 50)));
    long count = send(2, counted, call("CountInto", 1, 1L, 20L, 50L));
    assertThat(isSentBack(1, sendAlone(1, writes(30), raise(30)))).isTrue();
    decided(1, sendAlone(1, writes(60), raise(60)));
    allLocked(2, count);
    assertThat(valueOf(install(2, count))).isEqualTo(0L);
    decided(1, sendAlone(1, writes(30), raise(30)));
  }

  @Test
  void aCallThatMeetsMoreThanItLockedIsTriedAgainWithThat() {
    long shift = sendAlone(1, writes(2), shift());
    RanInEpochView stale = ran(1, shift);
    assertThat(stale.decided()).isFalse();
    assertThat(stale.touched().written()).containsExactlyInAnyOrder(key(1), key(2));
    assertThat(isSentBack(1, sendAlone(1, writes(2), raise(2)))).as("it is locked").isTrue();
    forget(shift);
    long again = send(1, and(writes(2), stale.touched()), shift());
    allLocked(1, again);
    decided(1, again);
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
