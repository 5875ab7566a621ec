package org.thetisdb.sql.function.number;

/**
 * MAX and MIN of floating numbers, of which NaN is the greatest. Generated code makes one for each
 * aggregate. Stateless; what is gathered is handed in.
 */
public final class RealExtremes {
  private RealExtremes() {}

  /** MAX of DOUBLE PRECISION. */
  public static final class Max {
    /** Nothing yet. */
    public Double init() {
      return null;
    }

    /** Adds a value, which may be null. */
    public Double add(Double most, Double value) {
      return value == null || (most != null && most.compareTo(value) >= 0) ? most : value;
    }

    /** Null of no values. */
    public Double result(Double most) {
      return most;
    }
  }

  /** MIN of DOUBLE PRECISION. */
  public static final class Min {
    /** Nothing yet. */
    public Double init() {
      return null;
    }

    /** Adds a value, which may be null. */
    public Double add(Double least, Double value) {
      return value == null || (least != null && least.compareTo(value) <= 0) ? least : value;
    }

    /** Null of no values. */
    public Double result(Double least) {
      return least;
    }
  }

  /** MAX of REAL. */
  public static final class RealMax {
    /** Nothing yet. */
    public Float init() {
      return null;
    }

    /** Adds a value, which may be null. */
    public Float add(Float most, Float value) {
      return value == null || (most != null && most.compareTo(value) >= 0) ? most : value;
    }

    /** Null of no values. */
    public Float result(Float most) {
      return most;
    }
  }

  /** MIN of REAL. */
  public static final class RealMin {
    /** Nothing yet. */
    public Float init() {
      return null;
    }

    /** Adds a value, which may be null. */
    public Float add(Float least, Float value) {
      return value == null || (least != null && least.compareTo(value) <= 0) ? least : value;
    }

    /** Null of no values. */
    public Float result(Float least) {
      return least;
    }
  }
}
