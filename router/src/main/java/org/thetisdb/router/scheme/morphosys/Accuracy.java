package org.thetisdb.router.scheme.morphosys;

/** How well something was predicted. Not thread-safe. */
final class Accuracy {
  private static final double OF_LATE = 0.01;

  /**
   * What explains whether something takes long or short changes slowly: over a moment all is alike,
   * but for chance, and no prediction could explain that.
   */
  private static final double OF_MANY = 0.0002;

  private final double least;
  private long observations;
  private double meanExpected;
  private double meanFound;
  private double meanSquare;
  private double meanSquaredError;

  private Accuracy(double least) {
    this.least = least;
  }

  /** Of about the last hundred observations. */
  static Accuracy ofLate() {
    return new Accuracy(OF_LATE);
  }

  /** Of about the last five thousand. */
  static Accuracy ofMany() {
    return new Accuracy(OF_MANY);
  }

  /** Something was expected, and something was found. */
  void note(double expected, double found) {
    observations++;
    double weight = Math.max(least, 1.0 / observations);
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
