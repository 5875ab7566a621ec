package org.thetisdb.router.epoch;

import java.util.List;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.config.EpochConfig;

/**
 * Fills the batches of eras with the calls that wait for one (decision 0074), and looks that each
 * comes to its end. A batch takes what has come together while the one before was under way; those
 * that lost a conflict there are the first. So a call that loses has ever fewer before it, and the
 * first of a batch always commits: nobody loses for ever.
 *
 * <p>While many lose, batches are smaller: who is far behind would only run in vain. Owned by the
 * engine's thread.
 */
final class BatchFilling {
  /** Whoever has not run by then is taken out of the batch; a barrier has so long, too. */
  private static final long LATE_US = 200_000;

  /** A batch is not made smaller than that, and begins so. */
  private static final int FEWEST = 8;

  private final CallQueue waiting;
  private final EpochConfig.Batches config;
  private final Scheduler scheduler;
  private final Eras eras;
  private final int fewest;
  private int limit;
  private boolean due;
  private boolean watched;

  /** The eras that batches are made in. */
  interface Eras {
    /** The batch that may be filled now; else null. */
    EraBatch fillable();

    /** Sends a call to run in it. */
    void run(PendingCall call);

    /** The batch of the era that is open or closes; null if there is none. */
    EraBatch present();

    /** These have not run in time, or, if there are none, sites do not tell of conflicts. */
    void onLate(List<EraAttempt> late);
  }

  BatchFilling(CallQueue waiting, EpochConfig.Batches config, Scheduler scheduler, Eras eras) {
    this.waiting = waiting;
    this.config = config;
    this.scheduler = scheduler;
    this.eras = eras;
    this.fewest = Math.min(FEWEST, config.mostCalls());
    this.limit = fewest;
  }

  /** A call waits: the next batch is filled some time later, or now if it is full. */
  void onWaiting() {
    fillIn(waiting.size() < limit ? config.waitUs() : 0);
  }

  private void fillIn(long waitUs) {
    if (!due && !waiting.isEmpty() && eras.fillable() != null) {
      due = true;
      scheduler.schedule(waitUs, this::fill);
    }
  }

  private void fill() {
    due = false;
    EraBatch batch = eras.fillable();
    if (batch == null) {
      return;
    }
    for (PendingCall call : waiting.release(limit)) {
      eras.run(call);
    }
    batch.seal();
    if (!batch.isOver() && !watched) {
      watched = true;
      watch(batch, batch.number(), false);
    }
  }

  private void watch(EraBatch batch, long number, boolean isSecond) {
    scheduler.schedule(LATE_US, () -> look(batch, number, isSecond));
  }

  private void look(EraBatch batch, long number, boolean isSecond) {
    EraBatch present = eras.present();
    watched = present != null && !present.isOver();
    if (!watched) {
      return;
    }
    if (present != batch || present.number() != number) {
      watch(present, present.number(), false);
      return;
    }
    watch(present, number, true);
    List<EraAttempt> late = present.dropLate();
    if (!late.isEmpty() || isSecond) {
      eras.onLate(late);
    }
  }

  /** A batch was decided; who lost goes first in the next one. */
  void onDecided(int committed, List<PendingCall> lost) {
    lost.forEach(call -> call.become(PendingCall.State.ROUTING));
    waiting.addFirst(lost);
    int size = committed + lost.size();
    if (2 * lost.size() > size) {
      limit = Math.max(fewest, size / 2);
    } else if (5 * lost.size() < size) {
      limit = Math.min(config.mostCalls(), 2 * limit);
    }
    fillIn(lost.isEmpty() ? config.waitUs() : 0);
  }
}
