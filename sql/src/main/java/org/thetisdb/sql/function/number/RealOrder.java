package org.thetisdb.sql.function.number;

import org.apache.calcite.linq4j.function.Deterministic;

/**
 * Comparisons of REAL and DOUBLE PRECISION: NaN equals itself and is above all else, and zero has
 * one sign. Generated code calls it; null comes not in. Stateless.
 */
@Deterministic
public final class RealOrder {
  private RealOrder() {}

  /** {@code a = b}. */
  public static boolean equal(double a, double b) {
    return a == b || (Double.isNaN(a) && Double.isNaN(b));
  }

  /** {@code a <> b}. */
  public static boolean differs(double a, double b) {
    return !equal(a, b);
  }

  /** {@code a < b}. */
  public static boolean less(double a, double b) {
    return a < b || (Double.isNaN(b) && !Double.isNaN(a));
  }

  /** {@code a <= b}. */
  public static boolean atMost(double a, double b) {
    return a <= b || Double.isNaN(b);
  }

  /** {@code a > b}. */
  public static boolean greater(double a, double b) {
    return a > b || (Double.isNaN(a) && !Double.isNaN(b));
  }

  /** {@code a >= b}. */
  public static boolean atLeast(double a, double b) {
    return a >= b || Double.isNaN(a);
  }

  /** The greater of two. */
  public static double greaterOf(double a, double b) {
    return greater(a, b) ? a : b;
  }

  /** The lesser of two. */
  public static double lesserOf(double a, double b) {
    return less(a, b) ? a : b;
  }

  /** The greater of two. */
  public static float greaterOf(float a, float b) {
    return greater(a, b) ? a : b;
  }

  /** The lesser of two. */
  public static float lesserOf(float a, float b) {
    return less(a, b) ? a : b;
  }
}
