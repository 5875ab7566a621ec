package org.thetisdb.sql.parse;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Settings of PostgreSQL that tools ask for or set by habit. Here they are as they are: to ask for
 * one gives its value, and to set one to anything else is refused. Stateless.
 */
public final class ServerSettings {
  private static final Map<String, String> VALUES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("bytea_output", "hex"),
              Map.entry("client_encoding", "UTF8"),
              Map.entry("datestyle", "ISO, YMD"),
              Map.entry("default_transaction_read_only", "off"),
              Map.entry("idle_in_transaction_session_timeout", "0"),
              Map.entry("idle_session_timeout", "0"),
              Map.entry("integer_datetimes", "on"),
              Map.entry("intervalstyle", "postgres"),
              Map.entry("lock_timeout", "0"),
              Map.entry("max_identifier_length", "63"),
              Map.entry("server_encoding", "UTF8"),
              Map.entry("server_version", "0.1"),
              Map.entry("server_version_num", "150000"),
              Map.entry("standard_conforming_strings", "on"),
              Map.entry("statement_timeout", "0"),
              Map.entry("timezone", "UTC"),
              Map.entry("transaction_timeout", "0")));

  /** What tools may say without a change here. */
  private static final Set<String> HARMLESS =
      Set.of(
          "application_name",
          "bytea_output",
          "check_function_bodies",
          "client_encoding",
          "client_min_messages",
          "datestyle",
          "default_table_access_method",
          "default_tablespace",
          "extra_float_digits",
          "intervalstyle",
          "names",
          "row_security",
          "standard_conforming_strings",
          "xmloption");

  private static final Set<String> ZONES =
      Set.of("utc", "etc/utc", "gmt", "z", "zulu", "0", "+00", "+00:00", "local", "default");
  private static final Set<String> NEVER = Set.of("0", "default", "0ms", "0s");

  /** Why others cannot be set. */
  private static final Map<String, String> REASONS =
      Map.of(
          "timezone",
          "The zone of the server is UTC; clocks of other zones are read with AT TIME ZONE.",
          "statement_timeout",
          "The driver keeps statement_timeout: send SET as a statement by itself, or use setQueryTimeout.",
          "lock_timeout",
          "A statement waits for locks as long as it may take at all; NOWAIT does not wait, and"
              + " statement_timeout bounds both.",
          "idle_in_transaction_session_timeout",
          "A transaction may be idle for as long as nobody wants what it has locked, and for a"
              + " second if somebody does.");

  private ServerSettings() {}

  /** The value of a setting, in any case; null if there is none of that name. */
  public static String value(String name) {
    return VALUES.get(name.toLowerCase(Locale.ROOT));
  }

  /** The names of those that have a value here, in order. */
  public static List<String> names() {
    return List.copyOf(VALUES.keySet());
  }

  /** Whether it may be said to be this: that changes nothing. */
  static boolean isHarmless(String name, String value) {
    String plain = value.toLowerCase(Locale.ROOT);
    if (name.equals("timezone")) {
      return ZONES.contains(plain);
    }
    if (name.endsWith("_timeout")) {
      return VALUES.containsKey(name) && NEVER.contains(plain);
    }
    return HARMLESS.contains(name);
  }

  /** Why it cannot be set; null if there is no more to say than that. */
  static String reason(String name) {
    return REASONS.get(name);
  }
}
