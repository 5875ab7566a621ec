package org.thetisdb.router.scheme.epoch;

import org.thetisdb.core.time.Scheduler;

/**
 * Watches the calls of an era that lock in a fixed order. The oldest one waits for no other, so if
 * it is not over in time, somebody is silent, or it cannot run: it is called back. If that does not
 * help either, its era ends. Owned by the engine's thread.
 */
final class OrderWatch {
  /** Whoever is the oldest one for so long is late; it has so long to be called back. */
  private static final long LATE_US = 200_000;

  private final Scheduler scheduler;
  private final Eras eras;
  private boolean watched;

  /** The eras that are watched. */
  interface Eras {
    /** The order of the era that is open or closes; null if there is none. */
    EraOrder present();

    /**
     * The oldest one does not end.
     *
     * @param isSecond whether it could not be called back either
     */
    void onLate(EraAttempt oldest, boolean isSecond);
  }

  OrderWatch(Scheduler scheduler, Eras eras) {
    this.scheduler = scheduler;
    this.eras = eras;
  }

  /** A call was sent. */
  void onSent() {
    if (!watched) {
      look(null, false);
    }
  }

  private void look(EraAttempt former, boolean isSecond) {
    EraOrder present = eras.present();
    EraAttempt oldest = present == null ? null : present.oldest();
    watched = oldest != null;
    if (!watched) {
      return;
    }
    boolean isLate = oldest == former;
    scheduler.schedule(LATE_US, () -> look(oldest, isLate));
    if (isLate) {
      eras.onLate(oldest, isSecond);
    }
  }
}
