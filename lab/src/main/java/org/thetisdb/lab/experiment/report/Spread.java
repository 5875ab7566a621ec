package org.thetisdb.lab.experiment.report;

import java.util.Arrays;

/**
 * The middle of several figures, and how far they lie apart.
 *
 * @param median the one in the middle, or between the two in the middle; not a number if there are
 *     none
 */
public record Spread(double median, double least, double most) {
  /** Nothing was measured. */
  public static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN);

  /** Of these figures; those that are no numbers do not count. */
  public static Spread of(double... figures) {
    double[] rising = Arrays.stream(figures).filter(Double::isFinite).sorted().toArray();
    if (rising.length == 0) {
      return NONE;
    }
    int middle = rising.length / 2;
    double median =
        rising.length % 2 == 1 ? rising[middle] : (rising[middle - 1] + rising[middle]) / 2;
    return new Spread(median, rising[0], rising[rising.length - 1]);
  }

  /** Whether nothing was measured. */
  public boolean isEmpty() {
    return Double.isNaN(median);
  }
}
