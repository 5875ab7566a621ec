package org.thetisdb.router.scheme.star;

/**
 * How long the phases of one iteration last (thesis, Equations 3.1 and 3.2): together as long as an
 * iteration, and so divided that each kind of call gets its share of all that commit. The share of
 * calls that cross partitions, and how many commit in a microsecond of each phase, are measured all
 * the time; what is older counts for less. Not thread-safe.
 */
public final class PhaseTimes {
  /** Weight of one call in the share of those that cross. */
  private static final double CALL_WEIGHT = 1.0 / 256;

  /** Weight of one phase in its speed. */
  private static final double PHASE_WEIGHT = 1.0 / 8;

  /** Where both kinds are called, no phase is shorter than this share of an iteration. */
  private static final double LEAST_SHARE = 0.1;

  private final long iterationUs;
  private double crossingShare = 0.5;
  private boolean anyCall;

  /** Calls that commit in a microsecond; 0 if that is not known yet. */
  private double partitionedSpeed;

  private double singleMasterSpeed;

  /** Phases that share {@code iterationUs}. */
  public PhaseTimes(long iterationUs) {
    if (iterationUs < 1) {
      throw new IllegalArgumentException("an iteration of " + iterationUs + " us");
    }
    this.iterationUs = iterationUs;
  }

  /** A call has come. */
  public void onCall(boolean crossing) {
    double now = crossing ? 1 : 0;
    crossingShare = anyCall ? crossingShare + CALL_WEIGHT * (now - crossingShare) : now;
    anyCall = true;
  }

  /** A phase is over in which so many calls committed. */
  public void onPhase(boolean singleMaster, long lastedUs, long committed) {
    if (lastedUs <= 0 || committed <= 0) {
      return;
    }
    double speed = (double) committed / lastedUs;
    if (singleMaster) {
      singleMasterSpeed = mean(singleMasterSpeed, speed);
    } else {
      partitionedSpeed = mean(partitionedSpeed, speed);
    }
  }

  private static double mean(double before, double now) {
    return before == 0 ? now : before + PHASE_WEIGHT * (now - before);
  }

  /** Share of calls that cross partitions, 0 to 1. */
  public double crossingShare() {
    return crossingShare;
  }

  /** How long the single-master phase lasts, in microseconds: solves both equations. */
  public long singleMasterUs() {
    if (crossingShare == 0 || crossingShare == 1) {
      return crossingShare == 0 ? 0 : iterationUs;
    }
    boolean known = partitionedSpeed > 0 && singleMasterSpeed > 0;
    double crossing = crossingShare * (known ? partitionedSpeed : 1);
    double others = (1 - crossingShare) * (known ? singleMasterSpeed : 1);
    double share = crossing / (crossing + others);
    return Math.round(iterationUs * Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share)));
  }

  /** How long the partitioned phase lasts, in microseconds. */
  public long partitionedUs() {
    return iterationUs - singleMasterUs();
  }

  /** How long both last together, in microseconds. */
  public long iterationUs() {
    return iterationUs;
  }
}
