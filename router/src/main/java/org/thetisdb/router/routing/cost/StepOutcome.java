package org.thetisdb.router.routing.cost;

/** What became of a decision: filled in when it is known. Owned by the engine's thread. */
public final class StepOutcome {
  private double costUs = Double.NaN;

  /** Whether it is known. */
  public boolean isKnown() {
    return !Double.isNaN(costUs);
  }

  /** What it took, in microseconds; not a number as long as that is not known. */
  public double costUs() {
    return costUs;
  }

  /** It took so long. */
  public void found(double tookUs) {
    costUs = tookUs;
  }
}
