package org.thetisdb.core.net.tls;

import java.io.EOFException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/**
 * Turns what goes wrong in TLS into sentences. The JDK tells some things apart by its words alone;
 * where these are new, they are passed on. Stateless.
 */
public final class TlsTrouble {
  private static final String ALERT = "received fatal alert: ";

  private TlsTrouble() {}

  /** Whether the other end has answered with something that is not TLS. */
  public static boolean isPlain(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      String said = said(cause);
      if (cause.getClass().getSimpleName().equals("NotSslRecordException")
          || said.contains("unrecognized ssl message")
          || said.contains("not an ssl/tls record")) {
        return true;
      }
    }
    return false;
  }

  /** Why a handshake failed; completes "cannot connect to X: …". */
  public static String why(Throwable failure) {
    if (isPlain(failure)) {
      return "it does not speak TLS";
    }
    String last = failure.toString();
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      String known = known(cause);
      if (known != null) {
        return known;
      }
      last = cause.getMessage() == null ? last : cause.getMessage();
    }
    return last;
  }

  private static String known(Throwable cause) {
    String said = said(cause);
    if (cause instanceof CertificateExpiredException) {
      return "its certificate has expired";
    }
    if (cause instanceof CertificateNotYetValidException) {
      return "its certificate is not valid yet";
    }
    int alert = said.indexOf(ALERT);
    if (alert >= 0) {
      return ofAlert(said.substring(alert + ALERT.length()));
    }
    if (said.contains("unable to find valid certification path")
        || said.contains("path does not chain")
        || said.contains("signature check failed")) {
      return "its certificate is not of an authority that is trusted here";
    }
    if (said.startsWith("no name matching") || said.startsWith("no subject alternative")) {
      return "its certificate is for other hosts";
    }
    if (said.contains("extended key usage does not permit")) {
      return "its certificate is not good for this end of a connection";
    }
    if (cause instanceof EOFException || cause instanceof ClosedChannelException) {
      return "it closed the connection in the handshake";
    }
    if (said.contains("handshake timed out")) {
      return "the handshake took too long";
    }
    return cause instanceof CertificateException && next(cause) == null ? cause.getMessage() : null;
  }

  private static String ofAlert(String alert) {
    return switch (alert) {
      case "certificate_expired" -> "it finds that the certificate of this side has expired";
      case "bad_certificate", "certificate_unknown", "unknown_ca", "unsupported_certificate" ->
          "it does not accept the certificate of this side";
      case "protocol_version" -> "it does not speak " + TlsContexts.PROTOCOL;
      default -> "it says " + alert;
    };
  }

  private static Throwable next(Throwable cause) {
    return cause.getCause() == cause ? null : cause.getCause();
  }

  private static String said(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? "" : message.toLowerCase(Locale.ROOT);
  }

  /** Whether a connection broke because of TLS, and not because of the network. */
  public static boolean isOne(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = next(cause)) {
      if (cause instanceof SSLException) {
        return true;
      }
    }
    return false;
  }
}
