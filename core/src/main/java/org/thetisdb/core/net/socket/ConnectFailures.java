package org.thetisdb.core.net.socket;

import java.net.BindException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;

/** Turns what the system says about connecting and listening into sentences. Stateless. */
public final class ConnectFailures {
  private ConnectFailures() {}

  /** Why a connection could not be made, one clear sentence. */
  public static String cannotConnect(Address address, Throwable cause, int timeoutMs) {
    return "cannot connect to " + address + ": " + whyNotConnected(cause, timeoutMs);
  }

  public static ThetisException cannotListen(Address address, Throwable cause) {
    return new ThetisException(ErrorCode.PORT_IN_USE, address, whyNotBound(cause)).causedBy(cause);
  }

  private static String whyNotConnected(Throwable cause, int timeoutMs) {
    if (cause instanceof SocketTimeoutException) {
      return "no answer within " + timeoutMs + " ms";
    }
    if (cause instanceof UnresolvedAddressException) {
      return "the host name is not known";
    }
    return said(cause);
  }

  private static String whyNotBound(Throwable cause) {
    if (cause instanceof UnresolvedAddressException) {
      return "the host name is not known";
    }
    String said = said(cause);
    if (cause instanceof BindException && said.contains("assign requested")) {
      return "this machine does not have that address";
    }
    if (cause instanceof BindException) {
      return "the port is in use";
    }
    return cause instanceof SocketException ? "the system says \"" + said + "\"" : said;
  }

  /** The first cause's words; the layers above it may repeat the address. */
  private static String said(Throwable cause) {
    Throwable first = cause;
    while (first.getCause() != null && first.getCause() != first) {
      first = first.getCause();
    }
    String message = first.getMessage();
    return message == null ? first.getClass().getSimpleName() : lowerFirst(message);
  }

  private static String lowerFirst(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }
}
