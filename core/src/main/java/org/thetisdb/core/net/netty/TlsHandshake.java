package org.thetisdb.core.net.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLSession;
import org.thetisdb.core.net.Peer;

/** Waits for the end of one handshake, right behind its {@link SslHandler}; then it goes. */
final class TlsHandshake extends ChannelInboundHandlerAdapter {
  /** What is made of a handshake. Event loop. */
  interface Outcome {
    /** It is done, and this is the other end. */
    void done(Peer peer, SSLSession session);

    /** It is not. */
    void failed(Throwable why);
  }

  /** Says whom a session is with. */
  interface Identification {
    /**
     * The other end.
     *
     * @throws CertificateException if it is not one to talk to
     */
    Peer of(SSLSession session) throws CertificateException;
  }

  private final Identification identification;
  private final Outcome outcome;

  TlsHandshake(Identification identification, Outcome outcome) {
    this.identification = identification;
    this.outcome = outcome;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (!(event instanceof SslHandshakeCompletionEvent end)) {
      ctx.fireUserEventTriggered(event);
      return;
    }
    if (end.isSuccess()) {
      identify(ctx);
    } else {
      outcome.failed(end.cause());
    }
    ctx.pipeline().remove(this);
  }

  private void identify(ChannelHandlerContext ctx) {
    SSLSession session = ctx.pipeline().get(SslHandler.class).engine().getSession();
    try {
      outcome.done(identification.of(session), session);
    } catch (CertificateException stranger) {
      outcome.failed(stranger);
    }
  }
}
