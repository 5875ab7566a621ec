package org.thetisdb.core.config;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * One thing that can be set. Immutable.
 *
 * @param <T> the type of its value
 */
public final class Setting<T> {
  private final String name;
  private final T defaultValue;
  private final String range;
  private final String description;
  private final Function<String, T> parser;
  private final boolean secret;

  /** Stands for one value, which people do not see as it is; empty if there is none. */
  private final String word;

  private final Optional<T> wordsValue;

  private Setting(
      String name,
      T defaultValue,
      String range,
      String description,
      Function<String, T> parser,
      boolean secret) {
    this(name, defaultValue, range, description, parser, secret, "", Optional.empty());
  }

  private Setting(
      String name,
      T defaultValue,
      String range,
      String description,
      Function<String, T> parser,
      boolean secret,
      String word,
      Optional<T> wordsValue) {
    this.name = Objects.requireNonNull(name);
    this.defaultValue = Objects.requireNonNull(defaultValue);
    this.range = range;
    this.description = description;
    this.parser = parser;
    this.secret = secret;
    this.word = word;
    this.wordsValue = wordsValue;
  }

  /** A whole number in a range, both ends included. */
  public static Setting<Integer> ofInt(
      String name, int defaultValue, int min, int max, String description) {
    return new Setting<>(
        name,
        defaultValue,
        min + " to " + max,
        description,
        text -> (int) SettingParsers.wholeNumber(text, min, max),
        false);
  }

  /** A whole number in a range, both ends included, or a word that stands for another number. */
  static Setting<Integer> ofIntOr(
      String name,
      int defaultValue,
      int min,
      int max,
      String word,
      int wordsValue,
      String description) {
    return new Setting<>(
        name,
        defaultValue,
        min + " to " + max + ", or " + word,
        description,
        text -> text.equals(word) ? wordsValue : (int) SettingParsers.wholeNumber(text, min, max),
        false,
        word,
        Optional.of(wordsValue));
  }

  /** A long whole number in a range, both ends included. */
  public static Setting<Long> ofLong(
      String name, long defaultValue, long min, long max, String description) {
    return new Setting<>(
        name,
        defaultValue,
        min + " to " + max,
        description,
        text -> SettingParsers.wholeNumber(text, min, max),
        false);
  }

  /** A decimal number in a range, both ends included. */
  public static Setting<Double> ofDouble(
      String name, double defaultValue, double min, double max, String description) {
    return new Setting<>(
        name,
        defaultValue,
        shortForm(min) + " to " + shortForm(max),
        description,
        text -> SettingParsers.decimalNumber(text, min, max),
        false);
  }

  /** Any text, perhaps empty. */
  public static Setting<String> ofText(String name, String defaultValue, String description) {
    return new Setting<>(name, defaultValue, "text", description, text -> text, false);
  }

  /** A text that is never shown. */
  public static Setting<String> ofSecret(String name, String description) {
    return new Setting<>(name, "", "text, secret", description, text -> text, true);
  }

  /** One of a few words: the constants of an enum, in lower case with hyphens. */
  public static <E extends Enum<E>> Setting<E> ofChoice(
      String name, E defaultValue, String description) {
    List<E> choices = List.of(defaultValue.getDeclaringClass().getEnumConstants());
    return new Setting<>(
        name,
        defaultValue,
        String.join(", ", choices.stream().map(Setting::wordOf).toList()),
        description,
        text -> SettingParsers.choice(text, choices, Setting::wordOf),
        false);
  }

  /** One of a few values that have names of their own; the value's text is its name. */
  static <T> Setting<T> ofNamed(String name, T defaultValue, List<T> choices, String description) {
    return new Setting<>(
        name,
        defaultValue,
        String.join(", ", choices.stream().map(Object::toString).toList()),
        description,
        text -> SettingParsers.choice(text, choices, Object::toString),
        false);
  }

  private static String wordOf(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The name in files and flags, such as {@code store.memory_mib}. */
  public String name() {
    return name;
  }

  /** The name in the environment, such as {@code THETIS_STORE_MEMORY_MIB}. */
  public String environmentName() {
    return Settings.ENVIRONMENT_PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }

  /** The value when nobody sets one. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Which values are allowed, for people. */
  public String range() {
    return range;
  }

  /** What it does, in one line. */
  public String description() {
    return description;
  }

  /** Whether its value is never shown. */
  public boolean isSecret() {
    return secret;
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if it does not fit; the message completes "cannot be x: …"
   */
  T parse(String text) {
    return parser.apply(text.trim());
  }

  /** A value as people may see it. */
  String show(Object value) {
    if (secret) {
      return value.equals("") ? "(none)" : "***";
    }
    if (wordsValue.isPresent() && wordsValue.get().equals(value)) {
      return word;
    }
    if (value instanceof Enum<?> choice) {
      return wordOf(choice);
    }
    return value instanceof Double number ? shortForm(number) : value.toString();
  }

  /** Without exponent and without zeros at the end. */
  static String shortForm(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }

  @Override
  public String toString() {
    return name;
  }
}
