package org.thetisdb.core.config;

import java.util.Locale;
import java.util.Map;

/**
 * Names that settings had in earlier versions. They are not taken any more: whoever still uses one
 * learns the name of today, in place of a guess.
 */
final class FormerNames {
  private static final Map<String, String> NAMES =
      Map.of(
          "net.neighbours",
          "net.in_process",
          "net.log_feeds",
          "net.log_streams",
          "epoch.table_rest_ms",
          "read_mostly.rest_ms");

  private FormerNames() {}

  /** The names of earlier versions, each with the one of today; by setting names. */
  static Map<String, String> all() {
    return NAMES;
  }

  /**
   * Today's name of the setting that was called {@code name}, in the form in which it was asked
   * for: a setting's name or the name of a variable of the environment; null if none was.
   */
  static String today(String name) {
    String byName = NAMES.get(name);
    if (byName != null || !name.startsWith(Settings.ENVIRONMENT_PREFIX)) {
      return byName;
    }
    for (Map.Entry<String, String> entry : NAMES.entrySet()) {
      if (variable(entry.getKey()).equals(name)) {
        return variable(entry.getValue());
      }
    }
    return null;
  }

  private static String variable(String name) {
    return Settings.ENVIRONMENT_PREFIX + name.replace('.', '_').toUpperCase(Locale.ROOT);
  }
}
