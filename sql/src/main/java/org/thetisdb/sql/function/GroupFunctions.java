package org.thetisdb.sql.function;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;

/**
 * What aggregates make of the values of a group: of all of them, for percentiles, or of what {@link
 * Regression} gathered. Stateless.
 */
@Deterministic
public final class GroupFunctions {
  private GroupFunctions() {}

  private static List<Object> sorted(List<?> values, boolean descending) {
    List<Object> present = new ArrayList<>(values.size());
    values.stream().filter(Objects::nonNull).forEach(present::add);
    Comparator<Object> ascending = ArrayFunctions::compare;
    present.sort(descending ? ascending.reversed() : ascending);
    return present;
  }

  /** An array in the order of its elements; null for null. */
  public static List<Object> sorted(List<?> values, boolean descending, boolean nullsFirst) {
    if (values == null) {
      return null;
    }
    List<Object> present = sorted(values, descending);
    List<Object> nulls = Collections.nCopies(values.size() - present.size(), null);
    List<Object> all = new CalcArray(values.size());
    all.addAll(nullsFirst ? nulls : present);
    all.addAll(nullsFirst ? present : nulls);
    return all;
  }

  private static double checked(Object fraction) {
    double part = SpecialDecimals.toDouble((Number) fraction);
    if (!(part >= 0 && part <= 1)) {
      throw ThetisException.withMessage(
          ErrorCode.NUMBER_OUT_OF_RANGE,
          "A percentile is between 0 and 1; there is none %s.".formatted(fraction));
    }
    return part;
  }

  /** PERCENTILE_CONT of one fraction or of a list of them; null for no values. */
  public static Object percentileCont(Object fraction, List<?> values, boolean descending) {
    if (fraction == null || values == null) {
      return null;
    }
    List<Object> sorted = sorted(values, descending);
    if (sorted.isEmpty()) {
      return null;
    }
    if (!(fraction instanceof List<?> fractions)) {
      return between(sorted, checked(fraction));
    }
    List<Object> all = new ArrayList<>();
    fractions.forEach(one -> all.add(one == null ? null : (Object) between(sorted, checked(one))));
    return all;
  }

  private static double between(List<Object> sorted, double fraction) {
    double place = fraction * (sorted.size() - 1);
    double low = SpecialDecimals.toDouble((Number) sorted.get((int) Math.floor(place)));
    double high = SpecialDecimals.toDouble((Number) sorted.get((int) Math.ceil(place)));
    return low + (place - Math.floor(place)) * (high - low);
  }

  /** PERCENTILE_DISC of one fraction or of a list of them; null for no values. */
  public static Object percentileDisc(Object fraction, List<?> values, boolean descending) {
    if (fraction == null || values == null) {
      return null;
    }
    List<Object> sorted = sorted(values, descending);
    if (sorted.isEmpty()) {
      return null;
    }
    if (!(fraction instanceof List<?> fractions)) {
      return at(sorted, fraction);
    }
    List<Object> all = new ArrayList<>();
    fractions.forEach(one -> all.add(one == null ? null : at(sorted, one)));
    return all;
  }

  private static Object at(List<Object> sorted, Object fraction) {
    checked(fraction);
    BigDecimal rank = new BigDecimal(fraction.toString()).multiply(new BigDecimal(sorted.size()));
    int place = rank.setScale(0, java.math.RoundingMode.CEILING).intValue();
    return sorted.get(Math.max(0, place - 1));
  }

  /** MODE: the most frequent value, and of several the first; null for no values. */
  public static Object mode(List<?> values, boolean descending) {
    if (values == null) {
      return null;
    }
    List<Object> sorted = sorted(values, descending);
    Object best = null;
    int most = 0;
    int begin = 0;
    for (int i = 1; i <= sorted.size(); i++) {
      if (i == sorted.size() || ArrayFunctions.compare(sorted.get(begin), sorted.get(i)) != 0) {
        if (i - begin > most) {
          most = i - begin;
          best = sorted.get(begin);
        }
        begin = i;
      }
    }
    return best;
  }

  /** REGR_COUNT. */
  public static long count(List<?> sums) {
    return sums == null ? 0 : (long) sum(sums, Regression.COUNT);
  }

  private static double sum(List<?> sums, int which) {
    return (Double) sums.get(which);
  }

  /**
   * CORR, COVAR_POP, COVAR_SAMP and the REGR_ functions but REGR_COUNT; null where they are not
   * defined.
   */
  public static Double regression(List<?> sums, String function) {
    if (sums == null) {
      return null;
    }
    double n = sum(sums, Regression.COUNT);
    double sxx = sum(sums, Regression.SXX);
    double syy = sum(sums, Regression.SYY);
    double sxy = sum(sums, Regression.SXY);
    double meanX = sum(sums, Regression.SUM_X) / n;
    double meanY = sum(sums, Regression.SUM_Y) / n;
    return switch (function) {
      case "corr" -> sxx == 0 || syy == 0 ? null : (Double) (sxy / Math.sqrt(sxx * syy));
      case "covar_pop" -> sxy / n;
      case "covar_samp" -> n < 2 ? null : (Double) (sxy / (n - 1));
      case "regr_avgx" -> meanX;
      case "regr_avgy" -> meanY;
      case "regr_sxx" -> sxx;
      case "regr_syy" -> syy;
      case "regr_sxy" -> sxy;
      case "regr_slope" -> sxx == 0 ? null : (Double) (sxy / sxx);
      case "regr_intercept" -> sxx == 0 ? null : (Double) (meanY - meanX * sxy / sxx);
      case "regr_r2" ->
          sxx == 0 ? null : syy == 0 ? (Double) 1.0 : (Double) (sxy * sxy / (sxx * syy));
      default -> throw new IllegalArgumentException(function);
    };
  }
}
