package org.thetisdb.lab.advice;

import java.util.Locale;

/**
 * What a router counted while it was watched. Immutable.
 *
 * @param perSecond transactions that committed, a second
 * @param underWay calls under way at a time, in the mean
 * @param againShare runs that were made again since others were first, of all runs
 * @param refusedShare transactions that ended without a commit, of all
 */
public record Watched(double perSecond, double underWay, double againShare, double refusedShare) {
  private static final double MILLIS_IN_S = 1e3;
  private static final double MICROS_IN_MS = 1e3;

  /** What is counted from the beginning of a router's life. */
  public record Counted(long committed, long aborted, long retried) {}

  /** What came between two countings. */
  public static Watched between(Counted before, Counted after, double seconds, double underWay) {
    double committed = Math.max(0, after.committed - before.committed);
    return new Watched(
        committed / seconds,
        underWay,
        share(after.retried - before.retried, committed),
        share(after.aborted - before.aborted, committed));
  }

  private static double share(long part, double others) {
    return part <= 0 ? 0 : part / (part + others);
  }

  /** Milliseconds from call to answer at the router, in the mean (Little's law). */
  public double answerMs() {
    return perSecond == 0 ? 0 : MILLIS_IN_S * underWay / perSecond;
  }

  /**
   * The same under another scheme: as many calls take turns there, and none is faster than it is
   * alone. Where messages and logs are faster than the model has them, which shows under the scheme
   * in force, a call alone is sooner by that much.
   */
  public double answerMsAt(double otherPerSecond, CostModel.Cost other, CostModel.Cost inForce) {
    double soonerUs = Math.max(0, inForce.aloneUs() - answerMs() * MICROS_IN_MS);
    double aloneMs = Math.max(0, other.aloneUs() - soonerUs) / MICROS_IN_MS;
    return Math.max(aloneMs, MILLIS_IN_S * underWay / otherPerSecond);
  }

  /** One line for people. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%.1f calls are under way at a time, %.2f ms each; %.1f %% of the runs were made again, and"
            + " %.1f %% of the transactions ended without a commit.",
        underWay,
        answerMs(),
        100 * againShare,
        100 * refusedShare);
  }
}
