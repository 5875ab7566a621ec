package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Tells by the first byte of an accepted connection whether it has TLS; then it goes. A record of a
 * handshake begins with {@value #HANDSHAKE}, and a message of that length is longer than a first
 * one may be.
 */
final class TlsDetector extends ChannelInboundHandlerAdapter {
  private static final byte HANDSHAKE = 0x16;

  private final Runnable withTls;
  private final Runnable withoutTls;

  /** Both run on the event loop, before what was read goes on through the pipeline. */
  TlsDetector(Runnable withTls, Runnable withoutTls) {
    this.withTls = withTls;
    this.withoutTls = withoutTls;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object read) {
    ByteBuf bytes = (ByteBuf) read;
    if (!bytes.isReadable()) {
      bytes.release();
      return;
    }
    if (bytes.getByte(bytes.readerIndex()) == HANDSHAKE) {
      withTls.run();
    } else {
      withoutTls.run();
    }
    // The handlers that were added stand in front of this one.
    ctx.pipeline().remove(this);
    ctx.pipeline().fireChannelRead(read);
  }
}
