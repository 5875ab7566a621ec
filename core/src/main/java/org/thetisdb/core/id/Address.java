package org.thetisdb.core.id;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** A host and a port. */
public record Address(String host, int port) {
  /** Any free port on the loopback interface. */
  public static final Address ANY_LOOPBACK = new Address("127.0.0.1", 0);

  /** Reads {@code host:port}; also {@code [v6]:port}. */
  public static Address parse(String text) {
    int colon = text.lastIndexOf(':');
    try {
      int port = Integer.parseInt(text.substring(colon + 1));
      String host = text.substring(0, Math.max(0, colon));
      if (host.startsWith("[") && host.endsWith("]")) {
        host = host.substring(1, host.length() - 1);
      }
      if (!host.isEmpty() && port >= 0 && port <= 65535) {
        return new Address(host, port);
      }
    } catch (NumberFormatException e) {
      // falls through to the one error below
    }
    throw new ThetisException(ErrorCode.BAD_ADDRESS, text);
  }

  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
