package org.thetisdb.sql.function.number;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * Variance and standard deviation of decimals and whole numbers: exact sums, one division, one
 * root, with PostgreSQL's scales. Generated code makes one for each aggregate. Stateless; what is
 * gathered is handed in.
 */
public abstract class DecimalSpread {
  private final boolean sample;
  private final boolean root;

  private DecimalSpread(boolean sample, boolean root) {
    this.sample = sample;
    this.root = root;
  }

  /** What is gathered of a group. Not thread-safe. */
  public static final class Sums {
    private long count;
    private boolean special;
    private BigDecimal sum = BigDecimal.ZERO;
    private BigDecimal squares = BigDecimal.ZERO;
  }

  /** Nothing yet. */
  public Sums init() {
    return new Sums();
  }

  /** Adds a value, which may be null. */
  public Sums add(Sums sums, BigDecimal value) {
    if (value != null) {
      sums.count++;
      if (SpecialDecimals.isFinite(value)) {
        sums.sum = sums.sum.add(value);
        sums.squares = sums.squares.add(value.multiply(value));
      } else {
        sums.special = true;
      }
    }
    return sums;
  }

  /** Null of too few values. */
  public BigDecimal result(Sums sums) {
    if (sums.count < (sample ? 2 : 1)) {
      return null;
    }
    if (sums.special) {
      return SpecialDecimals.NAN;
    }
    BigDecimal count = BigDecimal.valueOf(sums.count);
    BigDecimal spread = count.multiply(sums.squares).subtract(sums.sum.multiply(sums.sum));
    if (spread.signum() <= 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal pairs = count.multiply(sample ? count.subtract(BigDecimal.ONE) : count);
    int scale = DecimalArithmetic.scaleOfQuotient(spread, pairs);
    BigDecimal variance = spread.divide(pairs, scale, RoundingMode.HALF_UP);
    return root ? DecimalPowers.sqrt(variance, scale) : variance;
  }

  /** VAR_POP. */
  public static final class PopulationVariance extends DecimalSpread {
    public PopulationVariance() {
      super(false, false);
    }
  }

  /** VAR_SAMP. */
  public static final class SampleVariance extends DecimalSpread {
    public SampleVariance() {
      super(true, false);
    }
  }

  /** STDDEV_POP. */
  public static final class PopulationDeviation extends DecimalSpread {
    public PopulationDeviation() {
      super(false, true);
    }
  }

  /** STDDEV_SAMP. */
  public static final class SampleDeviation extends DecimalSpread {
    public SampleDeviation() {
      super(true, true);
    }
  }
}
