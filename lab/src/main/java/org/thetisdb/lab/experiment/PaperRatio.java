package org.thetisdb.lab.experiment;

/**
 * A finding of the paper: one figure over another.
 *
 * @param text what it says, for people
 * @param over the figure above the line
 * @param under the figure below the line; its scheme may be one that there is not
 * @param paper the paper's ratio
 * @param isBound whether the paper says only "more than" or "at most" that
 */
public record PaperRatio(String text, Cell over, Cell under, double paper, boolean isBound) {
  /** DynaMast's best over another line's best. */
  public static PaperRatio of(String rival, double paper) {
    return new PaperRatio(
        "dynamast over " + rival, Cell.best(Line.DYNAMAST), Cell.best(rival), paper, false);
  }

  /** DynaMast over another line, in one metric. */
  public static PaperRatio of(String rival, String metric, double paper) {
    return new PaperRatio(
        "dynamast over " + rival + ", " + metric,
        Cell.metric(Line.DYNAMAST, metric),
        Cell.metric(rival, metric),
        paper,
        false);
  }

  /** The same for a finding that says "more than" or "at most". */
  public PaperRatio asBound() {
    return new PaperRatio(text, over, under, paper, true);
  }
}
