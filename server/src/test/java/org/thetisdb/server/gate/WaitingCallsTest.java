package org.thetisdb.server.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.server.txn.Transaction;

/** Scenarios of calls that wait, are woken and go on. */
final class WaitingCallsTest {
  private static final long DEADLINE_US = 1_000;

  private final VirtualTime time = new VirtualTime();
  private final List<Transaction> advanced = new ArrayList<>();
  private final List<Transaction> refused = new ArrayList<>();
  private final WaitingCalls waiting = new WaitingCalls(new Asked());
  private int logsAsked;
  private int cutsAsked;
  private boolean stopped;
  private final List<Integer> flushedAfter = new ArrayList<>();
  private final ReadyQueue ready =
      new ReadyQueue(time, () -> stopped, advanced::add, () -> flushedAfter.add(advanced.size()));

  @Test
  void whatHappensWakesThoseWhoWaitForItAndNobodyElse() {
    Transaction first = call();
    Transaction second = call();
    Transaction other = call();
    waiting.awaitMastership(first, 7);
    waiting.awaitMastership(second, 7);
    waiting.awaitMastership(other, 8);
    waiting.wakeForMastership(7);
    run();
    assertThat(advanced).containsExactly(first, second);
    waiting.wakeForMastership(7);
    run();
    assertThat(advanced).as("they wait no more").hasSize(2);
  }

  @Test
  void manyMovesAtOnceWakeAllWhoWaitForPartitions() {
    Transaction first = call();
    Transaction second = call();
    waiting.awaitMastership(first, 7);
    waiting.awaitMastership(second, 8);
    waiting.awaitCut(call());
    waiting.wakeForMastership();
    run();
    assertThat(advanced).containsExactlyInAnyOrder(first, second);
  }

  @Test
  void aCallThatIsWokenTwiceGoesOnOnce() {
    Transaction call = call();
    waiting.awaitCut(call);
    waiting.awaitRefresh(call);
    waiting.wakeForRefresh();
    waiting.wakeForCut();
    run();
    assertThat(advanced).containsExactly(call);
    assertThat(flushedAfter).hasSize(1);
  }

  @Test
  void aCallThatHoldsLocksGoesBeforeThoseThatHoldNone() {
    Transaction first = call();
    Transaction second = call();
    Transaction holder = call();
    holder.addLocked();
    waiting.awaitCut(first);
    waiting.awaitCut(second);
    waiting.awaitCut(holder);
    waiting.wakeForCut();
    run();
    assertThat(advanced).containsExactly(holder, first, second);
  }

  @Test
  void whatCallsWaitForIsAskedForAgainAfterEachShortStep() {
    waiting.awaitCatalog(call());
    waiting.expedite();
    assertThat(logsAsked + cutsAsked).as("a definition comes when it comes").isZero();
    Transaction moved = call();
    waiting.awaitMastership(moved, 7);
    waiting.awaitCut(call());
    waiting.expedite();
    assertThat(logsAsked).isEqualTo(2);
    assertThat(cutsAsked).isEqualTo(2);
    waiting.remove(moved);
    waiting.wakeForCut();
    waiting.expedite();
    assertThat(logsAsked + cutsAsked).as("nobody waits any more").isEqualTo(4);
  }

  @Test
  void aCallThatWasTakenOutIsNotWoken() {
    Transaction call = call();
    waiting.awaitCatalog(call);
    waiting.awaitRefresh(call);
    waiting.awaitCut(call);
    waiting.awaitMastership(call, 7);
    waiting.remove(call);
    waiting.wakeForCatalog();
    waiting.wakeForRefresh();
    waiting.wakeForCut();
    waiting.wakeForMastership(7);
    assertThat(time.tasks()).isZero();
  }

  @Test
  void whoWaitsForTooLongIsRefusedOnce() {
    Transaction call = call();
    waiting.track(call); // for a lock, say
    waiting.expire(DEADLINE_US, this::refuse);
    assertThat(refused).isEmpty();
    waiting.expire(DEADLINE_US + 1, this::refuse);
    waiting.expire(DEADLINE_US + 2, this::refuse);
    assertThat(refused).containsExactly(call);
  }

  @Test
  void whoHasEndedIsNeitherFoundNorRefused() {
    Transaction ended = call();
    Transaction waits = call();
    waiting.awaitCut(ended);
    waiting.awaitCut(waits);
    ended.moveTo(Transaction.Stage.DONE);
    assertThat(waiting.find(t -> true)).containsExactly(waits);
    waiting.expire(DEADLINE_US + 1, this::refuse);
    assertThat(refused).containsExactly(waits);
  }

  @Test
  void nobodyGoesOnAtASiteThatHasStopped() {
    call().wake();
    stopped = true;
    run();
    assertThat(advanced).isEmpty();
  }

  @Test
  void theLogIsHandedWhatManyCallsCommitWhileTheLastStillRun() {
    for (int i = 0; i < 40; i++) {
      call().wake();
    }
    run();
    assertThat(advanced).hasSize(40);
    assertThat(flushedAfter).containsExactly(16, 32, 40);
  }

  @Test
  void aCallThatTakesTheThreadWithItLeavesTheOthersInTheQueue() {
    Transaction thief = call();
    Transaction next = call();
    ReadyQueue queue = new ReadyQueue(time, () -> false, t -> steal(t, thief), () -> {});
    queue.add(thief);
    queue.add(next);
    try {
      run();
    } catch (IllegalStateException stolen) {
      queue.drain();
    }
    run();
    assertThat(advanced).containsExactly(thief, next);
  }

  private void steal(Transaction t, Transaction thief) {
    advanced.add(t);
    if (t == thief) {
      throw new IllegalStateException("the thread is gone");
    }
  }

  private void refuse(Transaction t) {
    refused.add(t);
    t.moveTo(Transaction.Stage.DONE);
  }

  private Transaction call() {
    Execute message =
        new Execute(
            1,
            2,
            3,
            false,
            false,
            false,
            0,
            0,
            1,
            VersionVector.ZERO,
            "p",
            0,
            new byte[0],
            List.of(),
            null,
            null);
    return new Transaction(message, null, DEADLINE_US, ready, null, null);
  }

  private void run() {
    time.settle();
  }

  /** Counts what was asked for. */
  private final class Asked implements WaitingCalls.Listener {
    @Override
    public void onLogsAwaited() {
      logsAsked++;
    }

    @Override
    public void onCutAwaited() {
      cutsAsked++;
    }
  }

  /** Keeps what it is to run. */
}
