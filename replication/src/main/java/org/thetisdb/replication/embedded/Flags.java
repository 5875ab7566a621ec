package org.thetisdb.replication.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.net.Address;

/** The flags of the stand-alone servers: {@code --host H --port P --data-dir DIR}. */
record Flags(Address bind, Path dataDir) {
  private static final List<String> NAMES = List.of("--host", "--port", "--data-dir");

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
    return new Flags(new Address(host, port(values.get("--port"), usualPort)), Path.of(dir));
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

  private static int port(String text, int usual) {
    try {
      int port = text == null ? usual : Integer.parseInt(text);
      if (port >= 0 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // falls through to the one error below
    }
    throw wrong("--port must be from 0 to 65535");
  }

  private static IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException(
        what + ". Usage: --data-dir DIR [--host HOST] [--port PORT]");
  }
}
