package org.thetisdb.router.scheme.epoch;

import org.thetisdb.core.config.SchemeSettings.BatchFallback;
import org.thetisdb.core.time.Clock;

/**
 * Whether calls that lost in a batch over sites run behind it under ordered locks (section 5.6 of
 * Aria's thesis), or are first in the next one. If that is left to the router, it is not asked
 * while few lose. While many do, each way is tried for a moment, and the one by which more calls
 * were decided is kept for a while: which one that is depends on how long a batch takes, what locks
 * cost, and how many of the losers meet each other, too, and no share of losers shows that.
 *
 * <p>Owned by the engine's thread.
 */
final class FallbackChoice {
  /** The ways are tried when this share of calls loses, and no more below half of it. */
  private static final double MANY_LOSE = 0.2;

  /** How much the moving average of that share heeds the last batch. */
  private static final double NEWS = 0.1;

  /** Batches take a while to get the size that suits a way. */
  private static final long SETTLING_US = 50_000;

  private static final long TRIAL_US = 150_000;

  /** For so long the better way is kept, ten times what a trial of both takes. */
  private static final long KEPT_US = 4_000_000;

  private final BatchFallback asked;
  private final Clock clock;
  private double lostShare;
  private Phase phase = Phase.FEW_LOSE;
  private boolean fallsBack;
  private long sinceUs;
  private long decided;
  private double rateWithFallback;

  private enum Phase {
    FEW_LOSE,
    TRY_WITH,
    TRY_WITHOUT,
    KEEP
  }

  /** As {@code asked}, which may be that the router chooses. */
  FallbackChoice(BatchFallback asked, Clock clock) {
    this.asked = asked;
    this.clock = clock;
  }

  /** Whether losers of the batch that was noted last fall back. */
  boolean fallsBack() {
    return switch (asked) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> fallsBack;
    };
  }

  /** A call is decided, by its batch or behind it. */
  void onDecided() {
    if (clock.nowUs() - sinceUs >= SETTLING_US) {
      decided++;
    }
  }

  /** A batch of so many calls was decided, of which so many have lost. */
  void onBatch(int size, int lost) {
    if (size > 1) {
      lostShare += NEWS * ((double) lost / size - lostShare);
    }
    if (lostShare < MANY_LOSE / 2) {
      become(Phase.FEW_LOSE, false);
      return;
    }
    long passedUs = clock.nowUs() - sinceUs;
    switch (phase) {
      case FEW_LOSE -> {
        if (lostShare > MANY_LOSE) {
          become(Phase.TRY_WITH, true);
        }
      }
      case TRY_WITH -> {
        if (passedUs >= SETTLING_US + TRIAL_US) {
          rateWithFallback = rate(passedUs);
          become(Phase.TRY_WITHOUT, false);
        }
      }
      case TRY_WITHOUT -> {
        if (passedUs >= SETTLING_US + TRIAL_US) {
          become(Phase.KEEP, rateWithFallback >= rate(passedUs));
        }
      }
      case KEEP -> {
        if (passedUs >= KEPT_US) {
          become(Phase.TRY_WITH, true);
        }
      }
    }
  }

  private double rate(long passedUs) {
    return (double) decided / (passedUs - SETTLING_US);
  }

  private void become(Phase next, boolean withFallback) {
    fallsBack = withFallback;
    if (phase != next) {
      phase = next;
      sinceUs = clock.nowUs();
      decided = 0;
    }
  }
}
