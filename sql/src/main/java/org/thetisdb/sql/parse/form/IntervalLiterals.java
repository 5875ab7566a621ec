package org.thetisdb.sql.parse.form;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.Interval;
import org.thetisdb.core.value.Interval.Field;
import org.thetisdb.sql.parse.token.Token;
import org.thetisdb.sql.type.Intervals;

/**
 * {@code INTERVAL '1 day 02:30'} and {@code INTERVAL '5' DAY} as casts of a text, and INTERVAL as
 * the name of a type: Calcite's intervals are of months or of milliseconds, never of both.
 * Stateless.
 */
public final class IntervalLiterals {
  /** The name of the type for Calcite's grammar; the last field may stand behind it. */
  public static final String TYPE = "interval";

  private static final long US_PER_MS = 1_000;

  private static final int MOST_DIGITS = 9;

  private IntervalLiterals() {}

  /** The word INTERVAL at a token, where a value may begin. */
  static void literal(List<Token> tokens, int at, Map<Integer, String> replaced) {
    Token text = tokens.get(at + 1);
    if (text.kind() != Token.Kind.STRING) {
      return;
    }
    IntervalFields fields = IntervalFields.at(tokens, at + 2);
    Interval read =
        Intervals.read(text.string(), fields.last(), fields.minuteToSecond()).orElse(null);
    Token behind = tokens.get(fields.end());
    if (behind.isWord("PRECEDING") || behind.isWord("FOLLOWING")) {
      if (fields.end() == at + 2 && read != null) {
        replaced.put(at + 1, ofFrame(read));
      }
      return;
    }
    String shown = read == null ? text.text() : "'" + read + "'";
    replaced.put(at, "CAST(");
    replaced.put(at + 1, shown + " AS " + name(Field.SECOND) + ")");
    blank(at + 2, fields.end(), replaced);
  }

  /** The word INTERVAL at a token, where a type stands. */
  static void type(List<Token> tokens, int at, Map<Integer, String> replaced) {
    IntervalFields fields = IntervalFields.at(tokens, at + 1);
    replaced.put(at, name(fields.last()));
    blank(at + 1, fields.end(), replaced);
  }

  private static String name(Field last) {
    return last == Field.SECOND
        ? '"' + TYPE + '"'
        : '"' + TYPE + ' ' + last.name().toLowerCase(Locale.ROOT) + '"';
  }

  private static void blank(int from, int end, Map<Integer, String> replaced) {
    for (int i = from; i < end; i++) {
      replaced.put(i, "");
    }
  }

  /** A text that bounds a frame of RANGE is a whole number or an interval; null for others. */
  static String bound(String text) {
    if (text.length() <= MOST_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return text;
    }
    return Intervals.read(text, Field.SECOND, false)
        .map(read -> "INTERVAL " + ofFrame(read))
        .orElse(null);
  }

  /** The bound of a window's frame, which is Calcite's: of months, or of milliseconds. */
  private static String ofFrame(Interval interval) {
    if (interval.days() == 0 && interval.us() == 0 && interval.months() != 0) {
      return "'" + interval.months() + "' MONTH";
    }
    if (interval.months() != 0) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "RANGE with a distance of months and days (write one of both)");
    }
    if (interval.us() % US_PER_MS != 0) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "RANGE with a distance of microseconds (write milliseconds)");
    }
    long ms =
        Math.addExact(
            interval.us() / US_PER_MS, interval.days() * (Interval.US_PER_DAY / US_PER_MS));
    long left = Math.abs(ms);
    return "'%s%d %02d:%02d:%02d.%03d' DAY TO SECOND"
        .formatted(
            ms < 0 ? "-" : "",
            left / 86_400_000,
            left / 3_600_000 % 24,
            left / 60_000 % 60,
            left / 1_000 % 60,
            left % 1_000);
  }
}
