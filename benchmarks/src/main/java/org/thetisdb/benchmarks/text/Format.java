package org.thetisdb.benchmarks.text;

import java.util.Locale;

/** Numbers as people read them. */
public final class Format {
  private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

  private Format() {}

  /** A whole number with separators: {@code 12,345}. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A number to the next whole one, with separators. */
  public static String rounded(double value) {
    return count(Math.round(value));
  }

  /** A time: {@code 85 µs}, {@code 1.25 ms}, {@code 2.50 s}. */
  public static String micros(long micros) {
    if (micros < 1_000) {
      return micros + " µs";
    }
    if (micros < 1_000_000) {
      return String.format(Locale.ROOT, micros < 10_000 ? "%.2f ms" : "%.1f ms", micros / 1e3);
    }
    return String.format(Locale.ROOT, "%.2f s", micros / 1e6);
  }

  /** A share: {@code 0.4 %}, {@code 12 %}. */
  public static String percent(double percent) {
    String form =
        percent == 0 || percent >= 9.95 ? "%.0f %%" : percent < 0.095 ? "%.2f %%" : "%.1f %%";
    return String.format(Locale.ROOT, form, percent);
  }

  /** A size: {@code 512 B}, {@code 3.4 MiB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, BYTE_UNITS[unit]);
  }

  /** Seconds: {@code 0.9 s}. */
  public static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
