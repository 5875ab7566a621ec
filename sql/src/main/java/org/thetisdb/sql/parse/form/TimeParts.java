package org.thetisdb.sql.parse.form;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The names of parts of a time, as PostgreSQL has them, with their other spellings. Stateless. */
public final class TimeParts {
  private static final Map<String, String> NAMES = new HashMap<>();

  /** Those that Calcite does not have. */
  private static final Set<String> OWN =
      Set.of("julian", "timezone", "timezone_hour", "timezone_minute");

  static {
    names("millennium", "millenniums", "millennia", "mil", "mils");
    names("century", "centuries", "cent", "c");
    names("decade", "decades", "dec", "decs");
    names("year", "years", "y", "yr", "yrs");
    names("quarter", "qtr");
    names("month", "months", "mon", "mons");
    names("week", "weeks", "w");
    names("day", "days", "d");
    names("hour", "hours", "h", "hr", "hrs");
    names("minute", "minutes", "m", "min", "mins");
    names("second", "seconds", "s", "sec", "secs");
    names("milliseconds", "millisecond", "ms", "msec", "msecs", "msecond", "mseconds");
    names("microseconds", "microsecond", "us", "usec", "usecs", "usecond", "useconds");
    for (String name : List.of("epoch", "dow", "isodow", "doy", "isoyear")) {
      names(name);
    }
    OWN.forEach(TimeParts::names);
  }

  /** Those that grow without end; others come again and again. */
  private static final Set<String> ENDLESS =
      Set.of("epoch", "year", "isoyear", "decade", "century", "millennium", "julian");

  private TimeParts() {}

  private static void names(String name, String... others) {
    NAMES.put(name, name);
    for (String other : others) {
      NAMES.put(other, name);
    }
  }

  /** The name of a part however it is spelled; null for none. */
  public static String named(String written) {
    return NAMES.get(written.toLowerCase(Locale.ROOT));
  }

  /** Whether a part, as {@link #named} says it, grows without end. */
  public static boolean isEndless(String name) {
    return ENDLESS.contains(name);
  }

  /** Whether Calcite does not know the part. */
  public static boolean isOwn(String name) {
    return OWN.contains(name);
  }
}
