package org.thetisdb.core.config;

import java.util.List;
import java.util.function.Function;

/** Reads values, or says in words that complete a sentence why they do not fit. Stateless. */
final class SettingParsers {
  private SettingParsers() {}

  static long wholeNumber(String text, long min, long max) {
    long value;
    try {
      value = Long.parseLong(text.replace("_", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("it must be a whole number from " + min + " to " + max, e);
    }
    if (value < min || value > max) {
      throw new IllegalArgumentException("it must lie between " + min + " and " + max);
    }
    return value;
  }

  static double decimalNumber(String text, double min, double max) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "it must be a number from " + Setting.shortForm(min) + " to " + Setting.shortForm(max),
          e);
    }
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          "it must lie between " + Setting.shortForm(min) + " and " + Setting.shortForm(max));
    }
    return value;
  }

  static <E> E choice(String text, List<E> choices, Function<? super E, String> wordOf) {
    for (E choice : choices) {
      if (wordOf.apply(choice).equals(text)) {
        return choice;
      }
    }
    throw new IllegalArgumentException(
        "it must be one of " + String.join(", ", choices.stream().map(wordOf).toList()));
  }
}
