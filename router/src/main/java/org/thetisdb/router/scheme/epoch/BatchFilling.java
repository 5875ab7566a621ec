package org.thetisdb.router.scheme.epoch;

import java.util.List;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.config.EpochConfig;

/**
 * Fills the batches of epoch views with the calls that wait for one (decision 0074), and looks that
 * each comes to its end. A batch takes what has come together while the one before was under way;
 * those that lost a conflict there are the first. So a call that loses has ever fewer before it,
 * and the first of a batch always commits: nobody loses for ever.
 *
 * <p>While many lose, batches are smaller: one that is far behind would only run in vain. Owned by
 * the engine's thread.
 */
final class BatchFilling {
  /** A call that has not run by then is taken out of the batch; a barrier has so long, too. */
  private static final long LATE_US = 200_000;

  /** A batch is not made smaller than that, and begins so. */
  private static final int FEWEST = 8;

  private final CallQueue waiting;
  private final EpochConfig.Batches config;
  private final Scheduler scheduler;
  private final EpochViews epochViews;
  private final FallbackChoice fallback;
  private final int fewest;
  private int limit;
  private boolean due;
  private boolean watched;

  /** The epoch views that batches are made in. */
  interface EpochViews {
    /** The batch that may be filled now; else null. */
    EpochBatch fillable();

    /** Sends a call to run in it. */
    void run(PendingCall call);

    /** The batch of the epoch view that is open or closes; null if there is none. */
    EpochBatch present();

    /** These have not run in time, or, if there are none, sites do not tell of conflicts. */
    void onLate(List<EpochAttempt> late);
  }

  BatchFilling(
      CallQueue waiting, EpochConfig.Batches config, Scheduler scheduler, EpochViews epochViews) {
    this.waiting = waiting;
    this.config = config;
    this.scheduler = scheduler;
    this.epochViews = epochViews;
    this.fallback = new FallbackChoice(config.fallback(), scheduler.clock());
    this.fewest = Math.min(FEWEST, config.mostCalls());
    this.limit = fewest;
  }

  /** A call waits: the next batch is filled some time later, or now if it is full. */
  void onWaiting() {
    fillIn(waiting.size() < limit ? config.waitUs() : 0);
  }

  private void fillIn(long waitUs) {
    if (!due && !waiting.isEmpty() && epochViews.fillable() != null) {
      due = true;
      scheduler.schedule(waitUs, this::fill);
    }
  }

  private void fill() {
    due = false;
    EpochBatch batch = epochViews.fillable();
    if (batch == null) {
      return;
    }
    for (PendingCall call : waiting.release(limit)) {
      epochViews.run(call);
    }
    batch.seal();
    if (!batch.isOver() && !watched) {
      watched = true;
      watch(batch, batch.number(), false);
    }
  }

  private void watch(EpochBatch batch, long number, boolean isSecond) {
    scheduler.schedule(LATE_US, () -> look(batch, number, isSecond));
  }

  private void look(EpochBatch batch, long number, boolean isSecond) {
    EpochBatch present = epochViews.present();
    watched = present != null && !present.isOver();
    if (!watched) {
      return;
    }
    boolean isOther = present != batch || present.number() != number;
    if (isOther || present.fallsBack()) { // of those that lock the oldest one is watched
      watch(present, present.number(), false);
      return;
    }
    watch(present, number, true);
    List<EpochAttempt> late = present.dropLate();
    if (!late.isEmpty() || isSecond) {
      epochViews.onLate(late);
    }
  }

  /** A call is decided, by its batch or behind it. */
  void onCallDecided() {
    fallback.onDecided();
  }

  /**
   * A batch was decided. One that lost goes first in the next one, or, while many lose, runs before
   * it under ordered locks (section 5.6).
   */
  void onDecided(int committed, List<PendingCall> lost) {
    lost.forEach(call -> call.become(PendingCall.State.ROUTING));
    int size = committed + lost.size();
    fallback.onBatch(size, lost.size());
    EpochBatch batch = fallback.fallsBack() && !lost.isEmpty() ? epochViews.fillable() : null;
    if (batch != null) {
      limit = Math.min(config.mostCalls(), 2 * limit);
      fallBack(batch, lost);
      return;
    }
    waiting.addFirst(lost);
    if (2 * lost.size() > size) {
      limit = Math.max(fewest, size / 2);
    } else if (5 * lost.size() < size) {
      limit = Math.min(config.mostCalls(), 2 * limit);
    }
    fillIn(lost.isEmpty() ? config.waitUs() : 0);
  }

  /** They lock what they met, in the order of their batch. */
  private void fallBack(EpochBatch batch, List<PendingCall> lost) {
    batch.beginFallback();
    lost.forEach(epochViews::run);
    if (batch.sealFallback()) {
      onFallbackOver();
    }
  }

  /** All that fell back are over: the next batch begins. */
  void onFallbackOver() {
    fillIn(0);
  }
}
