package org.thetisdb.sql.type;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Names of time zones, which are not told apart by capitals. Stateless. */
public final class ZoneNames {
  /** Short names that java.time knows by other ways alone; those of the USA are fixed offsets. */
  private static final Map<String, String> SHORT =
      Map.ofEntries(
          Map.entry("EST", "-05:00"),
          Map.entry("EDT", "-04:00"),
          Map.entry("CST", "-06:00"),
          Map.entry("CDT", "-05:00"),
          Map.entry("MST", "-07:00"),
          Map.entry("MDT", "-06:00"),
          Map.entry("PST", "-08:00"),
          Map.entry("PDT", "-07:00"),
          Map.entry("CET", "+01:00"),
          Map.entry("CEST", "+02:00"),
          Map.entry("BST", "+01:00"),
          Map.entry("Z", "Z"),
          Map.entry("ZULU", "Z"));

  private ZoneNames() {}

  /** The zone with this name; null if there is none. */
  public static ZoneId find(String name) {
    String fixed = SHORT.get(name.toUpperCase(Locale.ROOT));
    try {
      return ZoneId.of(fixed != null ? fixed : region(name));
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static String region(String name) {
    return Regions.BY_LOWER_NAME.getOrDefault(name.toLowerCase(Locale.ROOT), name);
  }

  /** Made when one is asked for. */
  private static final class Regions {
    static final Map<String, String> BY_LOWER_NAME =
        ZoneId.getAvailableZoneIds().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    id -> id.toLowerCase(Locale.ROOT), id -> id, (one, other) -> one));

    private Regions() {}
  }
}
