package org.thetisdb.router.routing.cost;

/** What became of a decision: filled in when it is known. Owned by the engine's thread. */
public final class StepOutcome {
  private double costUs = Double.NaN;
  private double gainUs = Double.NaN;

  /** Whether it is known what it took. */
  public boolean isKnown() {
    return !Double.isNaN(costUs);
  }

  /** Whether it is known what it has saved. */
  public boolean isGainKnown() {
    return !Double.isNaN(gainUs);
  }

  /**
   * What calls have saved, in microseconds and for the horizon of the plan, as far as that is known
   * and can be told from what else happened then; less than nothing if they take longer.
   */
  public double gainUs() {
    return gainUs;
  }

  /** It has saved so much. */
  public void gained(double savedUs) {
    gainUs = savedUs;
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
