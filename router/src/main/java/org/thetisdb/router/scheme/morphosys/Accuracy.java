package org.thetisdb.router.scheme.morphosys;

/** How well something was predicted of late. Not thread-safe. */
final class Accuracy {
  /** Weight of one more observation, when there are many. */
  private static final double WEIGHT = 0.01;

  private long observations;
  private double meanExpected;
  private double meanFound;
  private double meanSquare;
  private double meanSquaredError;

  /** Something was expected, and something was found. */
  void note(double expected, double found) {
    observations++;
    double weight = Math.max(WEIGHT, 1.0 / observations);
    meanExpected += weight * (expected - meanExpected);
    meanFound += weight * (found - meanFound);
    meanSquare += weight * (found * found - meanSquare);
    double error = found - expected;
    meanSquaredError += weight * (error * error - meanSquaredError);
  }

  /** How often. */
  long observations() {
    return observations;
  }

  /** What was expected, in the mean. */
  double meanExpected() {
    return meanExpected;
  }

  /** What was found, in the mean. */
  double meanFound() {
    return meanFound;
  }

  /**
   * The share of the variance of what was found that the expectation explains: 1 if it was always
   * right, 0 or less if the mean would have been as good.
   */
  double explained() {
    double variance = meanSquare - meanFound * meanFound;
    return variance <= 0 ? 0 : 1 - meanSquaredError / variance;
  }
}
