package org.thetisdb.core.net.netty;

import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.OncePerPeer;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport.Acceptor;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.net.tls.Tls;
import org.thetisdb.core.net.tls.TlsMode;
import org.thetisdb.core.net.tls.TlsTrouble;

/**
 * Puts TLS below the connections of a transport, and looks after the files of keys while it is
 * open. Thread-safe.
 */
final class TlsLinks {
  private static final Logger LOG = LoggerFactory.getLogger(TlsLinks.class);
  private static final int LOOK_SECONDS = 1;

  private final Tls tls;
  private final TransportOptions options;
  private final KeyWork keyWork;
  private final ShownCertificates shown;
  private final OncePerPeer refusals = new OncePerPeer();

  /**
   * TLS for a transport.
   *
   * @param timer on which the looks at the files begin; they are done elsewhere
   */
  TlsLinks(TransportOptions options, EventExecutor timer) {
    this.tls = options.tls();
    this.options = options;
    this.shown = new ShownCertificates(tls);
    this.keyWork = new KeyWork(options.strangers() * 2);
    lookAgain(timer);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the timer's loop
  private void lookAgain(EventExecutor timer) {
    timer.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  private void look() {
    try {
      keyWork.execute(
          () -> {
            tls.refresh();
            shown.judge();
          },
          true);
    } catch (RejectedExecutionException busy) {
      // The next look is soon.
    }
  }

  /**
   * A connection from here begins with a handshake.
   *
   * @param withoutTls opens another one in its place, where the other end has no TLS and this may
   *     be
   */
  void connect(ChannelPipeline pipeline, NettyConnection connection, Runnable withoutTls) {
    Address to = connection.remoteAddress();
    TlsHandshake.Outcome outcome =
        new TlsHandshake.Outcome() {
          @Override
          public void done(Peer peer, SSLSession session) {
            shown.watch(connection, pipeline.channel(), session, false);
            connection.stands(peer);
          }

          @Override
          public void failed(Throwable why) {
            if (tls.mode() == TlsMode.ALLOW && TlsTrouble.isPlain(why)) {
              connection.abandon();
              withoutTls.run();
            } else {
              connection.end("cannot connect to " + to + ": " + TlsTrouble.why(why), false);
            }
          }
        };
    begin(
        pipeline,
        tls.connecting(to),
        options.connectTimeoutMs(),
        new TlsHandshake(tls::connected, outcome));
  }

  /** A connection that comes begins with one, or without where that is allowed. */
  void accept(
      ChannelPipeline pipeline,
      NettyConnection connection,
      ConnectionHandler handler,
      Acceptor acceptor) {
    pipeline.addFirst(
        new TlsDetector(
            () -> acceptTls(pipeline, connection, handler, acceptor),
            () -> acceptPlain(connection, acceptor)));
  }

  private void acceptTls(
      ChannelPipeline pipeline,
      NettyConnection connection,
      ConnectionHandler handler,
      Acceptor acceptor) {
    TlsHandshake.Outcome outcome =
        new TlsHandshake.Outcome() {
          @Override
          public void done(Peer peer, SSLSession session) {
            shown.watch(connection, pipeline.channel(), session, true);
            if (peer.isNode()) {
              handler.isNode();
            }
            connection.accepted(peer, acceptor);
          }

          @Override
          public void failed(Throwable why) {
            refused(connection.remoteAddress(), TlsTrouble.why(why));
            connection.end("no handshake", false);
          }
        };
    begin(
        pipeline,
        tls.accepting(),
        options.firstMessageTimeoutMs(),
        new TlsHandshake(tls::accepted, outcome));
  }

  private void acceptPlain(NettyConnection connection, Acceptor acceptor) {
    if (tls.mode() == TlsMode.ALLOW) {
      connection.accepted(Peer.TCP, acceptor);
    } else {
      refused(connection.remoteAddress(), "it came without TLS");
      connection.endRefused(new ThetisException(ErrorCode.TLS_REQUIRED));
    }
  }

  private void begin(
      ChannelPipeline pipeline, SSLEngine engine, int timeoutMs, TlsHandshake handshake) {
    EndOfInput end = new EndOfInput(keyWork);
    pipeline.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    SslHandler handler = new SslHandler(engine, end);
    handler.setHandshakeTimeoutMillis(timeoutMs);
    pipeline.addFirst(handshake);
    pipeline.addFirst(handler);
    pipeline.addFirst(end);
  }

  /**
   * Says so once; what comes for a look at the port and goes, as health checks do, says nothing.
   */
  private void refused(Address peer, String why) {
    if (refusals.isNews(peer, why)) {
      LOG.warn("A connection of {} ended in the handshake of TLS: {}", peer.host(), why);
    }
  }

  void close() {
    keyWork.close();
  }
}
