package org.thetisdb.benchmarks.driver.script;

import java.util.random.RandomGenerator;

/**
 * Numbers from 0 on that follow Zipf's law: number <i>k</i> comes in proportion to 1 / (k + 1)<sup>
 * s</sup>. The method is that of Gray and others, "Quickly Generating Billion-Record Synthetic
 * Databases" (SIGMOD 1994). Immutable, so several threads may share one.
 */
public final class Zipf {
  private final int count;
  private final double skew;
  private final double zeta;
  private final double alpha;
  private final double eta;

  /**
   * Numbers below a bound.
   *
   * @param skew the exponent: 0 makes all alike; below 1
   */
  public Zipf(int count, double skew) {
    if (count < 1 || !(skew >= 0 && skew < 1)) {
      throw new IllegalArgumentException("Zipf needs a count of 1 or more and a skew below 1");
    }
    this.count = count;
    this.skew = skew;
    this.zeta = zeta(count, skew);
    this.alpha = 1 / (1 - skew);
    this.eta = (1 - Math.pow(2.0 / count, 1 - skew)) / (1 - zeta(2, skew) / zeta);
  }

  private static double zeta(int count, double skew) {
    double sum = 0;
    for (int i = 1; i <= count; i++) {
      sum += 1 / Math.pow(i, skew);
    }
    return sum;
  }

  /** A number from 0 to {@code count - 1}, the smaller the more often. */
  public int next(RandomGenerator random) {
    double point = random.nextDouble();
    double scaled = point * zeta;
    if (scaled < 1 || count == 1) {
      return 0;
    }
    if (scaled < 1 + Math.pow(0.5, skew)) {
      return 1;
    }
    return (int) Math.min(count - 1, count * Math.pow(eta * point - eta + 1, alpha));
  }
}
