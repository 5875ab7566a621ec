package org.thetisdb.sql.function.number;

/**
 * Variance and standard deviation of floating numbers, without the loss of digits that sums of
 * squares bring (Youngs and Cramer, as in PostgreSQL). Generated code makes one for each aggregate.
 * Stateless; what is gathered is handed in.
 */
public abstract class RealSpread {
  private final boolean sample;
  private final boolean root;

  private RealSpread(boolean sample, boolean root) {
    this.sample = sample;
    this.root = root;
  }

  /** What is gathered of a group. Not thread-safe. */
  public static final class Sums {
    private double count;
    private double sum;
    private double spread;
  }

  /** Nothing yet. */
  public Sums init() {
    return new Sums();
  }

  /** Adds a value, which may be null. */
  public Sums add(Sums sums, Double value) {
    if (value != null) {
      double count = sums.count + 1;
      double sum = sums.sum + value;
      if (count > 1) {
        double beside = value * count - sum;
        sums.spread += beside * beside / (count * sums.count);
      } else if (!Double.isFinite(value)) {
        sums.spread = Double.NaN;
      }
      if (Double.isInfinite(sum) || Double.isInfinite(sums.spread)) {
        sums.spread = RealArithmetic.infinite(Double.NaN, sums.sum, value);
      }
      sums.count = count;
      sums.sum = sum;
    }
    return sums;
  }

  /** Null of too few values. */
  public Double result(Sums sums) {
    if (sums.count < (sample ? 2 : 1)) {
      return null;
    }
    double variance = sums.spread / (sample ? sums.count - 1 : sums.count);
    return root ? Math.sqrt(variance) : variance;
  }

  /** VAR_POP. */
  public static final class PopulationVariance extends RealSpread {
    public PopulationVariance() {
      super(false, false);
    }
  }

  /** VAR_SAMP. */
  public static final class SampleVariance extends RealSpread {
    public SampleVariance() {
      super(true, false);
    }
  }

  /** STDDEV_POP. */
  public static final class PopulationDeviation extends RealSpread {
    public PopulationDeviation() {
      super(false, true);
    }
  }

  /** STDDEV_SAMP. */
  public static final class SampleDeviation extends RealSpread {
    public SampleDeviation() {
      super(true, true);
    }
  }
}
