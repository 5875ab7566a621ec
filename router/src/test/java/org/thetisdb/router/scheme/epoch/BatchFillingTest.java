package org.thetisdb.router.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.SchemeSettings.BatchFallback;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.CheckBatch;
import org.thetisdb.core.wire.RouterToSite.Reserve;
import org.thetisdb.core.wire.SiteToRouter.BatchChecked;
import org.thetisdb.core.wire.SiteToRouter.Conflict;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.replication.membership.Membership.SiteInfo;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.config.EpochConfig;
import org.thetisdb.router.site.SiteLink;

/** Batches of an epoch view at the router, from their calls to what becomes of them. */
class BatchFillingTest {
  private static final long EPOCH_VIEW = 7;
  private static final KeySet TOUCHED = new KeySet(List.of(), List.of(), List.of());

  private final VirtualTime time = new VirtualTime();
  private final TreeMap<Long, EpochAttempt> attempts = new TreeMap<>();
  private final CallQueue waiting = new CallQueue();
  private final List<Sent> sent = new ArrayList<>();
  private final List<Long> committed = new ArrayList<>();
  private final List<Long> late = new ArrayList<>();
  private final SiteLink[] links = {null, link(1), link(2), link(3)};
  private final EpochBatch batch =
      new EpochBatch(
          EPOCH_VIEW,
          new BatchOrder(false, true),
          attempts,
          (site, message) -> sent.add(new Sent(site, message)),
          this::onDecided);
  private BatchFilling filling = filling(BatchFallback.NEVER);
  private long lastAttempt;
  private int silences;
  private boolean isShut;

  private record Sent(int site, RouterToSite message) {}

  private final class EpochViews implements BatchFilling.EpochViews {
    @Override
    public EpochBatch fillable() {
      return batch.isOver() && !isShut ? batch : null;
    }

    @Override
    public void run(PendingCall call) {
      SiteLink link = links[(int) call.session % 3 + 1];
      call.beginAttempt(++lastAttempt, link);
      attempts.put(lastAttempt, new EpochAttempt(call, link));
    }

    @Override
    public EpochBatch present() {
      return batch;
    }

    @Override
    public void onLate(List<EpochAttempt> some) {
      some.forEach(attempt -> late.add(attempt.call.session));
      silences += some.isEmpty() ? 1 : 0;
    }
  }

  private BatchFilling filling(BatchFallback fallback) {
    return new BatchFilling(
        waiting, new EpochConfig.Batches(64, 0, true, fallback), time, new EpochViews());
  }

  private static SiteLink link(int site) {
    return new SiteLink(new SiteInfo(site, 1, new Address("site", site)), "test", 1, null);
  }

  private void onDecided(List<EpochAttempt> some, int overtaking, List<EpochAttempt> lost) {
    some.forEach(attempt -> committed.add(attempt.call.session));
    filling.onDecided(some.size(), lost.stream().map(attempt -> attempt.call).toList());
  }

  private PendingCall call(long session) {
    PendingCall call =
        new PendingCall(
            null, session, 1, false, 1_000, 1L << 40, VersionVector.ZERO, "P", new byte[0]);
    waiting.add(call);
    filling.onWaiting();
    return call;
  }

  /** Sessions of those that run, in their order. */
  private List<Long> running() {
    return attempts.values().stream().map(attempt -> attempt.call.session).toList();
  }

  private void ran(long session, Integer... participants) {
    EpochAttempt attempt =
        attempts.values().stream().filter(each -> each.call.session == session).findFirst().get();
    batch.onRan(
        attempt,
        new RanInEpochView(
            attempt.transaction,
            0,
            false,
            0,
            0,
            List.of(participants),
            List.of(),
            TOUCHED,
            List.of(),
            0,
            0,
            0,
            "",
            new byte[0],
            List.of()));
  }

  private List<Integer> askedBy(Class<? extends RouterToSite> kind) {
    return sent.stream().filter(each -> kind.isInstance(each.message)).map(Sent::site).toList();
  }

  private void checked(int site, Conflict... conflicts) {
    batch.onChecked(site, new BatchChecked(EPOCH_VIEW, batch.number(), List.of(conflicts)));
  }

  @Test
  void sitesAreAskedWhenAllRanAndABatchIsDecidedWhenAllSaid() {
    call(3); // at site 1
    call(4); // at site 2
    assertThat(running()).as("more may come").isEmpty();
    time.pass(1);
    assertThat(running()).containsExactly(3L, 4L);
    ran(4, 3);
    assertThat(askedBy(Reserve.class)).containsExactly(3);
    assertThat(askedBy(CheckBatch.class)).as("one has not run").isEmpty();
    ran(3);
    assertThat(askedBy(CheckBatch.class)).containsExactly(1, 2, 3);
    checked(1);
    checked(3);
    checked(3);
    assertThat(committed).isEmpty();
    checked(2);
    assertThat(committed).containsExactly(3L, 4L);
    assertThat(batch.isOver()).isTrue();
  }

  @Test
  void whoLostIsFirstInTheNextBatch() {
    call(3);
    call(4);
    call(5);
    time.pass(1);
    call(6);
    ran(3);
    ran(4);
    ran(5);
    checked(1);
    checked(2, new Conflict(2, true, true, false));
    checked(3, new Conflict(3, true, false, false));
    assertThat(committed).as("one of them before the other").containsExactly(5L, 3L);
    time.pass(1);
    assertThat(running()).containsExactly(4L, 6L);
  }

  @Test
  void whoLostRunsBehindItsBatchBeforeTheNextOneIfItFallsBack() {
    filling = filling(BatchFallback.ALWAYS);
    call(3);
    call(4);
    call(5);
    time.pass(1);
    call(6);
    ran(3);
    ran(4);
    ran(5);
    checked(1);
    checked(2, new Conflict(2, true, true, false));
    checked(3, new Conflict(3, true, true, false));
    assertThat(committed).containsExactly(3L);
    time.pass(1);
    assertThat(running()).as("in the order of the batch").containsExactly(4L, 5L);
    assertThat(batch.fallsBack()).isTrue();
    over(4);
    time.pass(1);
    assertThat(running()).as("the next batch waits").containsExactly(5L);
    over(5);
    time.pass(1);
    assertThat(running()).containsExactly(6L);
    assertThat(batch.fallsBack()).isFalse();
  }

  /** One that fell back is over. */
  private void over(long session) {
    attempts.values().removeIf(attempt -> attempt.call.session == session);
    if (batch.onRemoved()) {
      filling.onFallbackOver();
    }
  }

  @Test
  void batchesFallBackWhileManyLose() {
    filling = filling(BatchFallback.AUTO);
    List<Boolean> falling = new ArrayList<>();
    for (int round = 1; round <= 4; round++) {
      for (int session = 3; session < 27; session += 3) {
        call(1_000L * 3 * round + session); // all at one site
      }
      time.pass(1);
      List<Long> all = running();
      List<Long> ids = new ArrayList<>(attempts.keySet());
      all.forEach(this::ran);
      checked(1, conflicts(ids));
      falling.add(batch.fallsBack());
      all.forEach(this::over);
      waiting.releaseAll();
    }
    assertThat(falling).containsExactly(false, false, true, true);
  }

  private static Conflict[] conflicts(List<Long> ids) {
    return ids.subList(1, ids.size()).stream()
        .map(id -> new Conflict(id, true, true, true))
        .toArray(Conflict[]::new);
  }

  @Test
  void whoIsAloneAsksNobodyAndWhoeverHasGoneIsNotInIt() {
    PendingCall gone = call(3);
    call(4);
    time.pass(1);
    gone.become(PendingCall.State.DONE);
    ran(3);
    ran(4);
    assertThat(sent).isEmpty();
    assertThat(committed).containsExactly(4L);
  }

  @Test
  void othersDoNotWaitForThoseThatAreLate() {
    call(3);
    call(4);
    call(5);
    time.pass(1);
    ran(3);
    ran(5);
    time.pass(250_000);
    assertThat(late).containsExactly(4L);
    assertThat(askedBy(CheckBatch.class)).containsExactly(1, 3);
    checked(1);
    checked(3);
    assertThat(committed).containsExactly(3L, 5L);
    assertThat(silences).isZero();
  }

  @Test
  void sitesThatDoNotTellOfConflictsAreNamed() {
    call(3);
    call(4);
    time.pass(1);
    ran(3);
    ran(4);
    checked(1);
    time.pass(250_000);
    assertThat(silences).isZero();
    time.pass(200_000);
    assertThat(silences).isEqualTo(1);
    assertThat(batch.awaited().stream().boxed()).containsExactly(2);
  }

  @Test
  void whileManyLoseBatchesAreSmallerAndElseTheyGrow() {
    for (int session = 3; session < 303; session += 3) {
      call(session); // all at one site
    }
    List<Integer> sizes = new ArrayList<>();
    for (int round = 0; round < 8; round++) {
      time.pass(1);
      sizes.add(attempts.size());
      List<Long> ids = new ArrayList<>(attempts.keySet());
      running().forEach(session -> ran(session));
      boolean manyLose = round >= 3;
      checked(
          1,
          ids.stream()
              .skip(manyLose ? 1 : ids.size())
              .map(id -> new Conflict(id, true, true, true))
              .toArray(Conflict[]::new));
    }
    assertThat(sizes).containsExactly(8, 16, 32, 44, 22, 11, 8, 8);
    assertThat(committed).as("the first of each").hasSize(8 + 16 + 32 + 5);
    assertThat(committed).isSorted();
  }

  @Test
  void nothingRunsWhileNoBatchMayBeFilled() {
    isShut = true;
    call(3);
    time.pass(1_000);
    assertThat(running()).isEmpty();
    isShut = false;
    filling.onWaiting();
    time.pass(1);
    assertThat(running()).containsExactly(3L);
  }
}
