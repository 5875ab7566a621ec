package org.thetisdb.sql.function.number;

import java.math.BigDecimal;

/**
 * SUM of decimals, which may be NaN or infinite. Generated code makes one for each aggregate.
 * Stateless; what is gathered is handed in.
 */
public final class DecimalSums {
  private DecimalSums() {}

  /** SUM. */
  public static final class Sum {
    /** Nothing yet. */
    public BigDecimal init() {
      return null;
    }

    /** Adds a value, which may be null. */
    public BigDecimal add(BigDecimal sum, BigDecimal value) {
      return value == null ? sum : sum == null ? value : DecimalArithmetic.add(sum, value);
    }

    /** Null of no values. */
    public BigDecimal result(BigDecimal sum) {
      return sum;
    }
  }

  /** SUM that is 0 of no values. */
  public static final class SumOrZero {
    /** Nothing yet. */
    public BigDecimal init() {
      return BigDecimal.ZERO;
    }

    /** Adds a value, which may be null. */
    public BigDecimal add(BigDecimal sum, BigDecimal value) {
      return value == null ? sum : DecimalArithmetic.add(sum, value);
    }

    /** Zero of no values. */
    public BigDecimal result(BigDecimal sum) {
      return sum;
    }
  }
}
