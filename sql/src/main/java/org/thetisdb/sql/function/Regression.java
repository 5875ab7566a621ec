package org.thetisdb.sql.function;

import java.util.ArrayList;
import java.util.List;

/**
 * Gathers what regressions are calculated from, pair by pair, in constant memory and without the
 * loss of digits that sums of squares bring (Youngs and Cramer, Technometrics 13, 1971, as in
 * PostgreSQL). Generated code makes one for each aggregate. Stateless; what is gathered is handed
 * in.
 */
public final class Regression {
  static final int COUNT = 0;
  static final int SUM_X = 1;
  static final int SXX = 2;
  static final int SUM_Y = 3;
  static final int SYY = 4;
  static final int SXY = 5;

  /** One; without state. */
  public Regression() {}

  /** Nothing gathered yet. */
  public double[] init() {
    return new double[SXY + 1];
  }

  /** Adds a pair. */
  public double[] add(double[] sums, double y, double x) {
    double n = sums[COUNT] + 1;
    double sumX = sums[SUM_X] + x;
    double sumY = sums[SUM_Y] + y;
    if (n > 1) {
      double dx = x * n - sumX;
      double dy = y * n - sumY;
      double scale = 1 / (n * (n - 1));
      sums[SXX] += dx * dx * scale;
      sums[SYY] += dy * dy * scale;
      sums[SXY] += dx * dy * scale;
    }
    sums[COUNT] = n;
    sums[SUM_X] = sumX;
    sums[SUM_Y] = sumY;
    return sums;
  }

  /** All of it. */
  public List<Double> result(double[] sums) {
    List<Double> all = new ArrayList<>(sums.length);
    for (double sum : sums) {
      all.add(sum);
    }
    return all;
  }
}
