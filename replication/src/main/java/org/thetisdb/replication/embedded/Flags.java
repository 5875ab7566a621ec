package org.thetisdb.replication.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.id.Address;

/**
 * The flags of the stand-alone servers: {@code --host H --port P --data-dir DIR}.
 *
 * @param tickMs ZooKeeper's unit of time in milliseconds, {@code --tick-ms}; Kafka has none
 * @param flush whether ZooKeeper has each change on the disk before it answers, {@code --flush};
 *     Kafka's log is flushed if its topics say so
 */
record Flags(Address bind, Path dataDir, int tickMs, boolean flush) {
  private static final int MAX_PORT = 65_535;
  private static final int MAX_TICK_MS = 60_000;
  private static final List<String> NAMES =
      List.of("--host", "--port", "--data-dir", "--tick-ms", "--flush");

  /**
   * Reads the flags; all but the directory may be left out.
   *
   * @throws IllegalArgumentException says what is wrong and how to write it
   */
  static Flags parse(String[] arguments, int usualPort) {
    Map<String, String> values = values(arguments);
    String dir = values.get("--data-dir");
    if (dir == null) {
      throw wrong("--data-dir is missing");
    }
    String host = values.getOrDefault("--host", "127.0.0.1");
    int port = number(values, "--port", usualPort, 0, MAX_PORT);
    int tickMs = number(values, "--tick-ms", EmbeddedZooKeeper.DEFAULT_TICK_MS, 1, MAX_TICK_MS);
    return new Flags(new Address(host, port), Path.of(dir), tickMs, flush(values));
  }

  private static boolean flush(Map<String, String> values) {
    return switch (values.getOrDefault("--flush", "yes")) {
      case "yes" -> true;
      case "no" -> false;
      default -> throw wrong("--flush must be yes or no");
    };
  }

  private static Map<String, String> values(String[] arguments) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      if (!NAMES.contains(arguments[i]) || i + 1 == arguments.length) {
        throw wrong("\"" + arguments[i] + "\" is not understood or lacks its value");
      }
      values.put(arguments[i], arguments[i + 1]);
    }
    return values;
  }

  private static int number(
      Map<String, String> values, String flag, int usual, int least, int most) {
    String text = values.get(flag);
    try {
      int number = text == null ? usual : Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // falls through to the one error below
    }
    throw wrong(flag + " must be from " + least + " to " + most);
  }

  private static IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(
        what
            + ". Usage: --data-dir DIR [--host HOST] [--port PORT] [--tick-ms MS]"
            + " [--flush yes|no]");
  }
}
