package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;

/**
 * Both directions of an accepted connection over a link that takes time: what was read reaches the
 * {@link ConnectionHandler} later, and what is written reaches the system later. The other end
 * delays nothing, so each message is delayed once.
 *
 * <p>Owned by the event loop. While more than {@link #LIMIT_BYTES} that were read are under way,
 * the channel is not read. What is written counts as waiting to be sent until the system has it, so
 * the marks of the {@link SendQueue} bound that.
 */
final class SlowLinkHandler extends ChannelDuplexHandler {
  /** So much may be under way in one direction. */
  static final int LIMIT_BYTES = 8 << 20;

  private final SlowLink link;
  private final NettyConnection connection;
  private final ConnectionHandler receiver;
  private long waitingBytes;

  SlowLinkHandler(SlowLink link, NettyConnection connection, ConnectionHandler receiver) {
    this.link = link;
    this.connection = connection;
    this.receiver = receiver;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object read) {
    if (connection.hasEnded()) {
      ReferenceCountUtil.release(read);
      return;
    }
    int bytes = ((ByteBuf) read).capacity();
    waitingBytes += bytes;
    if (waitingBytes > LIMIT_BYTES) {
      connection.reading().linkIsFull(true);
    }
    link.later(() -> arrive(ctx, read, bytes));
  }

  private void arrive(ChannelHandlerContext ctx, Object read, int bytes) {
    waitingBytes -= bytes;
    if (waitingBytes <= LIMIT_BYTES / 2) {
      connection.reading().linkIsFull(false);
    }
    try {
      receiver.channelRead(ctx, read);
      receiver.channelReadComplete(ctx);
    } catch (RuntimeException failure) {
      receiver.exceptionCaught(ctx, failure); // as the pipeline does with what its handlers throw
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    // Each arrival is complete by itself.
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    link.later(() -> receiver.channelInactive(ctx));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    link.later(() -> receiver.exceptionCaught(ctx, cause));
  }

  /** A channel that is closed meanwhile fails the promise and frees the message. */
  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the promise is the same
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    link.later(() -> ctx.writeAndFlush(message, promise));
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    // What was written is flushed when its time has come.
  }
}
