package org.thetisdb.sql.run;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.function.time.IntervalFunctions;

/**
 * {@code generate_series(first, last, step)}: numbers or timestamps that are made as they are read,
 * so that a long series takes no memory. Each one counts as a row that the run has read. Not
 * thread-safe.
 */
public final class GeneratedSeries extends AbstractList<Object> {
  /** What comes behind the first number so many times. */
  @FunctionalInterface
  private interface Member {
    Object at(int index);
  }

  private static final int MOST_OF_MONTHS = 100_000;

  private final RunContext run;
  private final Member member;
  private final int size;

  private GeneratedSeries(RunContext run, int size, Member member) {
    this.run = run;
    this.size = size;
    this.member = member;
  }

  /** A series with steps of one. */
  public static List<?> of(RunContext run, Object first, Object last) {
    if (first instanceof Long) {
      return of(run, first, last, 1L);
    }
    return first instanceof Integer
        ? of(run, first, last, 1)
        : of(run, first, last, BigDecimal.ONE);
  }

  /**
   * A series: integers, long integers or decimals, all of one type; or timestamps with steps of an
   * interval.
   *
   * @throws ThetisException BAD_ARGUMENT for a step of 0
   */
  public static List<?> of(RunContext run, Object first, Object last, Object step) {
    if (first instanceof Long firstUs
        && last instanceof Long lastUs
        && step instanceof Interval interval) {
      return ofClocks(run, firstUs, lastUs, interval);
    }
    if (first instanceof Number begin
        && last instanceof Number end
        && step instanceof Number wide) {
      int size = size(decimal(begin), decimal(end), decimal(wide));
      if (begin instanceof BigDecimal from) {
        BigDecimal by = decimal(wide);
        return new GeneratedSeries(
            run,
            size,
            index -> index == 0 ? from : from.add(by.multiply(BigDecimal.valueOf(index))));
      }
      long from = begin.longValue();
      long by = wide.longValue();
      return begin instanceof Integer
          ? new GeneratedSeries(run, size, index -> (int) (from + index * by))
          : new GeneratedSeries(run, size, index -> from + index * by);
    }
    throw new IllegalArgumentException("no series of " + first + ", " + last + ", " + step);
  }

  /** Of months each one follows from the one before: the days of a month that is long are lost. */
  private static List<?> ofClocks(RunContext run, long firstUs, long lastUs, Interval step) {
    int sign = step.compareTo(Interval.ZERO);
    if (step.months() == 0 && sign != 0) {
      long stepUs =
          Math.addExact(Math.multiplyExact((long) step.days(), Interval.US_PER_DAY), step.us());
      int size =
          size(BigDecimal.valueOf(firstUs), BigDecimal.valueOf(lastUs), BigDecimal.valueOf(stepUs));
      return new GeneratedSeries(run, size, index -> firstUs + index * stepUs);
    }
    if (sign == 0) {
      throw zero();
    }
    List<Long> all = new ArrayList<>();
    for (long us = firstUs;
        sign > 0 ? us <= lastUs : us >= lastUs;
        us = IntervalFunctions.plus(us, step)) {
      if (all.size() == MOST_OF_MONTHS) {
        throw ThetisException.withMessage(
            ErrorCode.BAD_ARGUMENT,
            "A series with steps of months has at most " + MOST_OF_MONTHS + " members.");
      }
      all.add(us);
    }
    return new GeneratedSeries(run, all.size(), all::get);
  }

  private static ThetisException zero() {
    return ThetisException.withMessage(
        ErrorCode.BAD_ARGUMENT, "The step of a series cannot be zero.");
  }

  private static BigDecimal decimal(Number number) {
    return number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number.longValue());
  }

  private static int size(BigDecimal first, BigDecimal last, BigDecimal step) {
    if (step.signum() == 0) {
      throw zero();
    }
    if (!SpecialDecimals.isFinite(step) || !SpecialDecimals.areFinite(first, last)) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "A series has finite ends and a finite step.");
    }
    BigDecimal steps = last.subtract(first).divide(step, 0, RoundingMode.FLOOR);
    BigDecimal size = steps.add(BigDecimal.ONE).max(BigDecimal.ZERO);
    return size.min(BigDecimal.valueOf(Integer.MAX_VALUE)).intValueExact();
  }

  @Override
  public Object get(int index) {
    run.onMade();
    return member.at(index);
  }

  @Override
  public int size() {
    return size;
  }
}
