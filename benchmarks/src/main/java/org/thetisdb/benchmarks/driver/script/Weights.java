package org.thetisdb.benchmarks.driver.script;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** How often each type of transaction is chosen, in percent. Immutable. */
public final class Weights {
  /** Parts of a percent that are told apart. */
  private static final double PRECISION = 1e-6;

  private final double[] percent;

  private Weights(double[] percent) {
    this.percent = percent;
  }

  /**
   * These percentages, in the order of the types.
   *
   * @throws IllegalArgumentException if one is below zero, or they do not add up to 100
   */
  public static Weights of(double... percent) {
    if (!areRight(percent)) {
      throw wrong(Arrays.toString(percent), percent.length);
    }
    return new Weights(percent.clone());
  }

  /**
   * Reads numbers separated by commas, in the order of the types.
   *
   * @param types how many numbers there must be
   * @throws IllegalArgumentException if there are more or fewer, one is below zero, or they do not
   *     add up to 100
   */
  public static Weights parse(String text, int types) {
    double[] percent;
    try {
      percent = Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
    } catch (NumberFormatException e) {
      throw wrong(text, types);
    }
    if (percent.length != types || !areRight(percent)) {
      throw wrong(text, types);
    }
    return new Weights(percent);
  }

  private static boolean areRight(double[] percent) {
    return DoubleStream.of(percent).allMatch(one -> one >= 0 && one <= 100)
        && Math.abs(DoubleStream.of(percent).sum() - 100) < PRECISION;
  }

  private static IllegalArgumentException wrong(String text, int types) {
    return new IllegalArgumentException(
        "\"" + text + "\" are no weights: " + types + " percentages that add up to 100");
  }

  /** Chooses the index of a type. */
  public int choose(RandomGenerator random) {
    double point = random.nextDouble() * 100;
    int last = 0;
    for (int type = 0; type < percent.length; type++) {
      if (percent[type] > 0) {
        last = type;
        if (point < percent[type]) {
          return type;
        }
      }
      point -= percent[type];
    }
    return last;
  }

  /** The weights with the names of their types: {@code 45 % NewOrder, 43 % Payment}. */
  public String describe(List<String> types) {
    StringBuilder text = new StringBuilder();
    for (int type = 0; type < percent.length; type++) {
      text.append(type == 0 ? "" : ", ")
          .append(text(percent[type]))
          .append(" % ")
          .append(types.get(type));
    }
    return text.toString();
  }

  private static String text(double percent) {
    return percent == Math.rint(percent) ? String.valueOf((long) percent) : String.valueOf(percent);
  }

  @Override
  public String toString() {
    return DoubleStream.of(percent).mapToObj(Weights::text).collect(Collectors.joining(","));
  }
}
