package org.thetisdb.router.twophase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRow;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.sql.call.ControlCall;

final class DeadlockCyclesTest {
  private final DeadlockCycles cycles = new DeadlockCycles();
  private final Map<Long, PendingCall> underWay = new TreeMap<>();

  /** An attempt that is to be prepared at a site, and decided at another one. */
  private PendingCall attempt(long id, int site) {
    return attempt(id, site, "Order");
  }

  private PendingCall attempt(long id, int site, String procedure) {
    PendingCall call =
        new PendingCall(
            null, id, 1, false, 1_000, 1_000_000, VersionVector.ZERO, procedure, new byte[0]);
    CallOverSites.of(call).begin(new DistributedAttempt(id, 9, new int[] {site}));
    underWay.put(id, call);
    return call;
  }

  private PendingCall commit(long id, int site) {
    PendingCall call = attempt(id, site, ControlCall.COMMIT);
    call.beginIn(new SqlTransaction(id, 1, id, 0));
    return call;
  }

  private static AwaitedRow waits(long waiter, long ahead) {
    return new AwaitedRow(waiter, ahead, 0, 0);
  }

  /** Waits for a row that an interactive transaction keeps. */
  private static AwaitedRow waitsForKept(long waiter, long ahead) {
    return new AwaitedRow(waiter, 0, ahead, 1);
  }

  private List<Long> yielding() {
    return cycles.toGiveWay(underWay).stream()
        .map(each -> CallOverSites.attemptOf(each.call()).id)
        .toList();
  }

  @Test
  void whoWaitsInNoCycleGoesOnWaiting() {
    attempt(1, 1);
    attempt(2, 2);
    attempt(3, 1);
    cycles.learn(1, List.of(waits(1, 2), waits(3, 1)));
    cycles.learn(2, List.of());
    assertThat(yielding()).isEmpty();
  }

  @Test
  void theYoungestOfACycleGivesWayWhoeverClosesIt() {
    attempt(1, 1);
    attempt(2, 2);
    attempt(3, 3);
    cycles.learn(1, List.of(waits(1, 3)));
    cycles.learn(3, List.of(waits(3, 2)));
    assertThat(yielding()).isEmpty();
    cycles.learn(2, List.of(waits(2, 1)));
    assertThat(yielding()).containsExactly(3L);
  }

  @Test
  void anAgeIsKeptOverAttempts() {
    attempt(1, 1);
    PendingCall older = attempt(-1, 2); // it began before the other one, and has lost since
    CallOverSites.of(older).begin(new DistributedAttempt(2, 9, new int[] {2}));
    underWay.put(2L, underWay.remove(-1L));
    cycles.learn(1, List.of(waits(1, 2)));
    cycles.learn(2, List.of(waits(2, 1)));
    assertThat(yielding()).containsExactly(1L);
  }

  @Test
  void oneThatIsInSeveralCyclesOpensAllOfThem() {
    for (long id = 1; id <= 4; id++) {
      attempt(id, 1);
    }
    cycles.learn(1, List.of(waits(1, 2), waits(2, 1), waits(2, 3), waits(3, 4), waits(4, 2)));
    assertThat(yielding()).containsExactly(2L);
  }

  @Test
  void oneThatAnotherStandsBehindTwiceGivesWayOnce() {
    attempt(1, 1);
    attempt(2, 2);
    cycles.learn(1, List.of(waits(1, 2), waits(1, 2)));
    cycles.learn(2, List.of(waits(2, 1)));
    assertThat(yielding()).containsExactly(2L);
  }

  @Test
  void whatASiteSaysReplacesWhatItSaidBefore() {
    attempt(1, 1);
    attempt(2, 2);
    cycles.learn(1, List.of(waits(1, 2)));
    cycles.learn(1, List.of());
    cycles.learn(2, List.of(waits(2, 1)));
    assertThat(yielding()).isEmpty();
  }

  @Test
  void whatWasToldOfAnotherStepOrAnEndedAttemptIsOld() {
    attempt(1, 1);
    attempt(2, 2);
    cycles.learn(1, List.of(waits(1, 2)));
    cycles.learn(2, List.of(waits(2, 1)));
    CallOverSites.attemptOf(underWay.get(1L))
        .onPrepared(VersionVector.ZERO); // it is elsewhere by now
    assertThat(yielding()).isEmpty();
    underWay.remove(1L);
    assertThat(yielding()).isEmpty();
  }

  @Test
  void aCallGivesWayBeforeTheCommitOfAYoungerTransaction() {
    attempt(1, 1);
    commit(2, 2);
    cycles.learn(1, List.of(waits(1, 2)));
    cycles.learn(2, List.of(waits(2, 1)));
    assertThat(yielding()).containsExactly(1L);
  }

  @Test
  void whoKeepsWhatOthersWaitForEndsOnlyIfNobodyElseCanGiveWay() {
    commit(1, 1);
    commit(2, 2);
    cycles.learn(1, List.of(waitsForKept(1, 2)));
    cycles.learn(2, List.of(waits(2, 1)));
    assertThat(yielding()).containsExactly(1L);
    assertThat(cycles.toGiveWay(underWay).get(0).keeps()).isFalse();
    cycles.learn(2, List.of(waitsForKept(2, 1)));
    assertThat(yielding()).containsExactly(2L);
    assertThat(cycles.toGiveWay(underWay).get(0).keeps()).isTrue();
  }

  @Test
  void anInteractiveTransactionThatDoesNotCommitIsInNoCycle() {
    attempt(1, 1);
    cycles.learn(1, List.of(waitsForKept(1, 7)));
    assertThat(yielding()).isEmpty();
  }

  /** Whatever waits for whatever: no cycle is left, and the oldest of all never gives way. */
  @Test
  void noCycleIsLeftAndTheOldestStays() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      underWay.clear();
      List<AwaitedRow> waits = new ArrayList<>();
      for (long id = 1; id <= 12; id++) {
        attempt(id, 1);
      }
      for (int i = 0; i < 20; i++) {
        waits.add(waits(1 + random.nextInt(12), 1 + random.nextInt(12)));
      }
      waits.removeIf(each -> each.transaction() == each.ahead());
      cycles.learn(1, waits);
      List<Long> gone = yielding();
      assertThat(gone).as("seed %d", seed).doesNotContain(1L).doesNotHaveDuplicates();
      waits.removeIf(each -> gone.contains(each.transaction()));
      cycles.learn(1, waits);
      assertThat(yielding()).as("seed %d", seed).isEmpty();
    }
  }
}
