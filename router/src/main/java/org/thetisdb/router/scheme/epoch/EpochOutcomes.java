package org.thetisdb.router.scheme.epoch;

import java.util.List;
import java.util.function.BiConsumer;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.report.Counters;

/**
 * What becomes of calls in an epoch view: it is counted, clients hear of it, and the {@link
 * EpochViewCycle} goes on. Owned by the engine's thread.
 */
final class EpochOutcomes implements EpochView.Listener {
  /** A call that has met more than was locked for it so often runs alone. */
  private static final int MOST_MET_MORE = 3;

  /**
   * A call that has met so many keys runs alone, too: with what it was planned to meet, it has
   * more.
   */
  private static final int MOST_MET = 10_000;

  private final EpochViewCycle cycle;
  private final LastEpochView last;
  private final BatchFilling filling;
  private final Counters counters;
  private final Retries retries;
  private final BiConsumer<PendingCall, Executed> onCommitted;

  EpochOutcomes(
      EpochViewCycle cycle,
      LastEpochView last,
      BatchFilling filling,
      Counters counters,
      Retries retries,
      BiConsumer<PendingCall, Executed> onCommitted) {
    this.cycle = cycle;
    this.last = last;
    this.filling = filling;
    this.counters = counters;
    this.retries = retries;
    this.onCommitted = onCommitted;
  }

  @Override
  public void onDecided(boolean isEarlier, boolean isDoubtful) {
    filling.onCallDecided();
    counters.decided++;
    counters.decidedEarlier += isEarlier ? 1 : 0;
    counters.decidedInDoubt += isDoubtful ? 1 : 0;
  }

  @Override
  public void onAgain(PendingCall call) {
    cycle.again(call);
  }

  @Override
  public void onMetMore(PendingCall call, KeySet met) {
    EpochCall state = EpochCall.of(call);
    int times = state.countMetMore();
    boolean isTooMuch = met == null || met.largest() > MOST_MET;
    if (isTooMuch || times >= MOST_MET_MORE) {
      state.runAlone();
    } else {
      state.meet(state.met() == null ? met : EpochOrder.join(state.met(), met));
    }
    call.become(PendingCall.State.ROUTING);
    retries.again(call, true);
  }

  @Override
  public void onBatch(int committed, List<PendingCall> lost) {
    counters.retried += lost.size();
    filling.onDecided(committed, lost);
    cycle.onProgress();
  }

  @Override
  public void onFallbackOver() {
    filling.onFallbackOver();
  }

  @Override
  public void onCommitted(PendingCall call, Executed executed) {
    onCommitted.accept(call, executed);
  }

  @Override
  public void onEpoch() {
    counters.epochs++;
    if (last.isThere()) {
      last.take();
      cycle.step();
    }
    cycle.onEpoch();
  }

  @Override
  public void onRefused(PendingCall call) {
    EpochCall.of(call).runAlone();
    if (last.isThere()) {
      last.take().close().forEach(cycle::again);
      cycle.step();
    } else {
      cycle.breakEpochView("its epoch coordinator refuses what was decided");
    }
  }
}
