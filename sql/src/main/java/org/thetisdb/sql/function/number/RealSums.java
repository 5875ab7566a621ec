package org.thetisdb.sql.function.number;

/**
 * SUM of floating numbers, which ends with an error beyond their range. Generated code makes one
 * for each aggregate. Stateless; what is gathered is handed in.
 */
public final class RealSums {
  private RealSums() {}

  /** SUM of DOUBLE PRECISION. */
  public static final class Sum {
    /** Nothing yet. */
    public Double init() {
      return null;
    }

    /** Adds a value, which may be null. */
    public Double add(Double sum, Double value) {
      return value == null ? sum : sum == null ? value : (Double) RealArithmetic.add(sum, value);
    }

    /** Null of no values. */
    public Double result(Double sum) {
      return sum;
    }
  }

  /** SUM of REAL. */
  public static final class RealSum {
    /** Nothing yet. */
    public Float init() {
      return null;
    }

    /** Adds a value, which may be null. */
    public Float add(Float sum, Float value) {
      return value == null ? sum : sum == null ? value : (Float) RealArithmetic.add(sum, value);
    }

    /** Null of no values. */
    public Float result(Float sum) {
      return sum;
    }
  }

  /** SUM of DOUBLE PRECISION that is 0 of no values. */
  public static final class SumOrZero {
    /** Nothing yet. */
    public double init() {
      return 0.0;
    }

    /** Adds a value, which may be null. */
    public double add(double sum, Double value) {
      return value == null ? sum : RealArithmetic.add(sum, value);
    }

    /** Zero of no values. */
    public double result(double sum) {
      return sum;
    }
  }

  /** SUM of REAL that is 0 of no values. */
  public static final class RealSumOrZero {
    /** Nothing yet. */
    public float init() {
      return 0.0f;
    }

    /** Adds a value, which may be null. */
    public float add(float sum, Float value) {
      return value == null ? sum : RealArithmetic.add(sum, value);
    }

    /** Zero of no values. */
    public float result(float sum) {
      return sum;
    }
  }
}
