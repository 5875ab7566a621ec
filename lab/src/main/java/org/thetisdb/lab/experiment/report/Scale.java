package org.thetisdb.lab.experiment.report;

import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The marks of an axis that begins at zero: round numbers.
 *
 * @param step between two marks
 * @param steps how many
 */
record Scale(double step, int steps) {
  /** Marks that reach so far, about so many. */
  static Scale upTo(double most, int wanted) {
    double reach = most > 0 && Double.isFinite(most) ? most : 1;
    double power = Math.pow(10, Math.floor(Math.log10(reach / wanted)));
    double step = 10 * power;
    for (double factor : new double[] {1, 2, 2.5, 5}) {
      if (factor * power * wanted >= reach) {
        step = factor * power;
        break;
      }
    }
    return new Scale(step, (int) Math.ceil(reach / step - 1e-9));
  }

  /** The last mark. */
  double most() {
    return step * steps;
  }

  /** All marks, rising from zero. */
  double[] ticks() {
    return IntStream.rangeClosed(0, steps).mapToDouble(i -> i * step).toArray();
  }

  /** A mark for people. */
  String text(double tick) {
    int digits = Math.max(0, (int) -Math.floor(Math.log10(step) + 1e-9));
    boolean isHalf = Math.abs(step / Math.pow(10, Math.floor(Math.log10(step))) - 2.5) < 1e-6;
    return String.format(
        Locale.ROOT, "%,." + (isHalf && step < 10 ? digits + 1 : digits) + "f", tick);
  }
}
