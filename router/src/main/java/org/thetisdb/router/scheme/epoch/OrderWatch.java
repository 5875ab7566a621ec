package org.thetisdb.router.scheme.epoch;

import org.thetisdb.core.time.Scheduler;

/**
 * Watches the calls of an epoch view that lock in a fixed order. The oldest one waits for no other,
 * so if it is not over in time, somebody is silent, or it cannot run: it is called back. If that
 * does not help either, its epoch view ends. Owned by the engine's thread.
 */
final class OrderWatch {
  /** One that is the oldest for so long is late; it has so long to be called back. */
  private static final long LATE_US = 200_000;

  private final Scheduler scheduler;
  private final EpochViews epochViews;
  private boolean watched;

  /** The epoch views that are watched. */
  interface EpochViews {
    /** The order of the epoch view that is open or closes; null if there is none. */
    EpochOrder present();

    /**
     * The oldest one does not end.
     *
     * @param isSecond whether it could not be called back either
     */
    void onLate(EpochAttempt oldest, boolean isSecond);
  }

  OrderWatch(Scheduler scheduler, EpochViews epochViews) {
    this.scheduler = scheduler;
    this.epochViews = epochViews;
  }

  /** A call was sent. */
  void onSent() {
    if (!watched) {
      look(null, false);
    }
  }

  private void look(EpochAttempt former, boolean isSecond) {
    EpochOrder present = epochViews.present();
    EpochAttempt oldest = present == null ? null : present.oldest();
    watched = oldest != null;
    if (!watched) {
      return;
    }
    boolean isLate = oldest == former;
    scheduler.schedule(LATE_US, () -> look(oldest, isLate));
    if (isLate) {
      epochViews.onLate(oldest, isSecond);
    }
  }
}
