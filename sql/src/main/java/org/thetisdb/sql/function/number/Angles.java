package org.thetisdb.sql.function.number;

import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * Trigonometric and hyperbolic functions, with angles in radians and in degrees: out of their
 * domain they are errors as in PostgreSQL, where Java's are no number. Degrees that have exact
 * values come to these. No operand is null. Stateless.
 */
@Deterministic
public final class Angles {
  private static final double QUARTER = 90;
  private static final double HALF = 180;
  private static final double WHOLE = 360;
  private static final double SIXTH = 30;
  private static final double THIRD = 60;
  private static final double EIGHTH = 45;

  private Angles() {}

  /**
   * SIN.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE for an infinite angle, as all functions of angles
   */
  public static double sin(Number of) {
    return Math.sin(angle(of));
  }

  /** COS. */
  public static double cos(Number of) {
    return Math.cos(angle(of));
  }

  /** TAN. */
  public static double tan(Number of) {
    return Math.tan(angle(of));
  }

  /** COT, which is infinite at 0. */
  public static double cot(Number of) {
    return 1 / Math.tan(angle(of));
  }

  /** SIND. */
  public static double sind(Number of) {
    double degrees = angle(of) % WHOLE;
    double sign = Math.signum(degrees);
    double turned = Math.abs(degrees);
    if (turned > HALF) {
      sign = -sign;
      turned = WHOLE - turned;
    }
    return sign * sineOfHalf(turned > QUARTER ? HALF - turned : turned);
  }

  /** COSD. */
  public static double cosd(Number of) {
    double degrees = Math.abs(angle(of) % WHOLE);
    double turned = degrees > HALF ? WHOLE - degrees : degrees;
    return turned > QUARTER ? -cosineOfQuarter(HALF - turned) : cosineOfQuarter(turned);
  }

  /** TAND. */
  public static double tand(Number of) {
    double degrees = angle(of) % HALF;
    double turned = Math.abs(degrees);
    if (Double.isNaN(turned)) {
      return turned;
    }
    double whole = angle(of) % WHOLE;
    if (turned == QUARTER) {
      return Math.abs(whole) > HALF == whole > 0
          ? Double.NEGATIVE_INFINITY
          : Double.POSITIVE_INFINITY;
    }
    if (turned == EIGHTH || turned == HALF - EIGHTH) {
      return Math.signum(degrees) * (turned < QUARTER ? 1 : -1);
    }
    return sind(of) / cosd(of) + 0.0;
  }

  /** COTD. */
  public static double cotd(Number of) {
    double degrees = angle(of) % HALF;
    if (degrees == 0) {
      return Math.abs(angle(of) % WHOLE) == HALF
          ? Double.NEGATIVE_INFINITY
          : Double.POSITIVE_INFINITY;
    }
    double turned = Math.abs(degrees);
    if (turned == EIGHTH || turned == HALF - EIGHTH) {
      return Math.signum(degrees) * (turned < QUARTER ? 1 : -1);
    }
    return cosd(of) / sind(of) + 0.0;
  }

  /**
   * ASIND.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE for what is no sine or cosine
   */
  public static double asind(Number of) {
    double sine = within(of, -1, 1);
    return sine < 0 ? -arcOfSine(-sine) : arcOfSine(sine);
  }

  /** ACOSD, as {@link #asind}. */
  public static double acosd(Number of) {
    double cosine = within(of, -1, 1);
    return cosine < 0 ? QUARTER + arcOfSine(-cosine) : arcOfCosine(cosine);
  }

  /** ATAND. */
  public static double atand(Number of) {
    return Math.atan(SpecialDecimals.toDouble(of)) / Math.atan(1) * EIGHTH;
  }

  /** ATAN2D. */
  public static double atan2d(Number y, Number x) {
    return Math.atan2(SpecialDecimals.toDouble(y), SpecialDecimals.toDouble(x))
        / Math.atan(1)
        * EIGHTH;
  }

  /**
   * ACOSH.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE below 1
   */
  public static double acosh(Number of) {
    double number = within(of, 1, Double.POSITIVE_INFINITY);
    return Double.isInfinite(number)
        ? number
        : Math.log(number + Math.sqrt(number - 1) * Math.sqrt(number + 1));
  }

  /**
   * ATANH, which is infinite at 1 and -1.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE beyond these
   */
  public static double atanh(Number of) {
    double number = within(of, -1, 1);
    return Math.abs(number) == 1
        ? number * Double.POSITIVE_INFINITY
        : (Math.log1p(number) - Math.log1p(-number)) / 2;
  }

  /**
   * DEGREES.
   *
   * @throws ThetisException NUMBER_OUT_OF_RANGE for an angle that has too many
   */
  public static double degrees(Number of) {
    return RealArithmetic.divide(SpecialDecimals.toDouble(of), Math.PI / HALF);
  }

  private static double angle(Number of) {
    double angle = SpecialDecimals.toDouble(of);
    if (Double.isInfinite(angle)) {
      throw outOfRange(of);
    }
    return angle;
  }

  private static double within(Number of, double least, double most) {
    double number = SpecialDecimals.toDouble(of);
    if (number < least || number > most) {
      throw outOfRange(of);
    }
    return number;
  }

  private static ThetisException outOfRange(Number of) {
    return ThetisException.withMessage(
        ErrorCode.NUMBER_OUT_OF_RANGE, "The function has no value for %s.".formatted(of));
  }

  /** Scaled so that 30 degrees have exactly half of 1. */
  private static double sineOfHalf(double degrees) {
    return degrees <= SIXTH
        ? Math.sin(Math.toRadians(degrees)) / Math.sin(Math.toRadians(SIXTH)) / 2
        : cosineOfRest(QUARTER - degrees);
  }

  private static double cosineOfQuarter(double degrees) {
    return degrees <= THIRD ? cosineOfRest(degrees) : sineOfHalf(QUARTER - degrees);
  }

  /** Scaled so that 60 degrees have exactly half of 1. */
  private static double cosineOfRest(double degrees) {
    double missing = 1 - Math.cos(Math.toRadians(degrees));
    return 1 - missing / (1 - Math.cos(Math.toRadians(THIRD))) / 2;
  }

  private static double arcOfSine(double sine) {
    return sine <= 0.5
        ? Math.asin(sine) / Math.asin(0.5) * SIXTH
        : QUARTER - Math.acos(sine) / Math.acos(0.5) * THIRD;
  }

  private static double arcOfCosine(double cosine) {
    return cosine <= 0.5
        ? QUARTER - Math.asin(cosine) / Math.asin(0.5) * SIXTH
        : Math.acos(cosine) / Math.acos(0.5) * THIRD;
  }
}
