package org.thetisdb.core.net.netty;

import io.netty.channel.Channel;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSession;
import org.thetisdb.core.net.tls.Tls;

/**
 * The certificates that peers of open connections have shown. A connection ends when its peer's
 * certificate expires, or its authority is trusted no more. Thread-safe.
 */
final class ShownCertificates {
  private final Tls tls;
  private final Map<NettyConnection, Shown> shown = new ConcurrentHashMap<>();

  /** What was trusted when all were judged last; under the lock of {@link #judge}. */
  private Object judgedBy;

  /**
   * What a peer has shown.
   *
   * @param accepted whether the peer has connected
   */
  private record Shown(X509Certificate[] chain, boolean accepted) {}

  ShownCertificates(Tls tls) {
    this.tls = tls;
    this.judgedBy = tls.trusted();
  }

  /** A connection stands; forgotten when its channel is closed. */
  void watch(NettyConnection connection, Channel channel, SSLSession session, boolean accepted) {
    X509Certificate[] chain = Tls.chainOf(session);
    if (chain.length > 0) {
      shown.put(connection, new Shown(chain, accepted));
      channel.closeFuture().addListener(closed -> shown.remove(connection));
    }
  }

  /** Ends those whose time is over; all are checked anew only if other authorities are trusted. */
  synchronized void judge() {
    Object trusted = tls.trusted();
    boolean anew = !trusted.equals(judgedBy);
    judgedBy = trusted;
    shown.forEach(
        (connection, certificates) -> {
          String why = whyOver(certificates, anew);
          if (why != null) {
            connection.onLoop(() -> connection.end(why, true));
          }
        });
  }

  private String whyOver(Shown certificates, boolean anew) {
    if (!Tls.isInForce(certificates.chain()[0])) {
      return "the certificate of the other end has expired";
    }
    if (anew && !tls.isTrusted(certificates.chain(), certificates.accepted())) {
      return "the certificate of the other end is trusted no more";
    }
    return null;
  }
}
