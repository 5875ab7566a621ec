package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.tls.TlsTrouble;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;

/**
 * The receiving side of one connection: decodes what arrives and hands over, once per read, what
 * came of it; or directly, when the listener lives on this event loop.
 *
 * <p>Owned by the event loop.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter implements FrameDecoder.Sink {
  /** What a decoded message costs beyond its bytes, as far as the inbound limit is concerned. */
  private static final int MESSAGE_OVERHEAD_BYTES = 64;

  private static final int BATCH_BYTES = 256 << 10;

  private final NettyConnection connection;
  private final FrameDecoder decoder;
  private InboundBatch batch;
  private String goodbye;
  private final int frameTimeoutMs;
  private ScheduledFuture<?> silence;
  private Strangers strangers;
  private ScheduledFuture<?> halfFrame;
  private long reads;

  /**
   * A handler of one connection.
   *
   * @param frameTimeoutMs how long nothing may come in the midst of a message
   */
  ConnectionHandler(NettyConnection connection, FrameDecoder decoder, int frameTimeoutMs) {
    this.frameTimeoutMs = frameTimeoutMs;
    this.connection = connection;
    this.decoder = decoder;
  }

  /**
   * Closes the connection of a stranger that says nothing for too long, or the longest while many
   * others come.
   */
  void expectFirstMessage(EventLoop loop, int timeoutMs, Strangers all) {
    strangers = all;
    all.add(connection);
    String reason = connection.remoteAddress() + " said nothing for " + timeoutMs + " ms";
    silence = loop.schedule(() -> connection.end(reason, true), timeoutMs, TimeUnit.MILLISECONDS);
  }

  /** It need not say anything, since it has shown what it is: a node keeps connections ready. */
  void isNode() {
    stopWaiting();
  }

  private void stopWaiting() {
    if (silence != null) {
      silence.cancel(false);
      silence = null;
      strangers.remove(connection);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object read) {
    reads++;
    try {
      if (!connection.hasEnded()) {
        decoder.decode((ByteBuf) read, this);
      }
    } catch (ThetisException refusal) {
      handOver();
      connection.endRefused(refusal);
    } finally {
      ReferenceCountUtil.release(read);
    }
  }

  @Override
  public boolean onMessage(Message message, int frameBytes) {
    stopWaiting();
    if (message instanceof Goodbye last) {
      goodbye = last.message();
    }
    if (connection.isDirect()) {
      connection.tell(() -> connection.deliver(message));
    } else {
      collect(message, frameBytes);
    }
    return !connection.hasEnded();
  }

  private void collect(Message message, int frameBytes) {
    if (batch == null) {
      batch = new InboundBatch(connection);
    }
    batch.add(message, frameBytes + MESSAGE_OVERHEAD_BYTES);
    if (batch.bytes() >= BATCH_BYTES) {
      handOver();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    handOver();
    if (decoder.heldBytes() > 0 && halfFrame == null && !connection.hasEnded()) {
      awaitRest(ctx);
    }
  }

  private void awaitRest(ChannelHandlerContext ctx) {
    long before = reads;
    halfFrame =
        ctx.executor()
            .schedule(() -> lookForRest(ctx, before), frameTimeoutMs, TimeUnit.MILLISECONDS);
  }

  /**
   * Half of a message takes memory that others want. While nothing is read for our own sake, its
   * sender can do nothing about it.
   */
  private void lookForRest(ChannelHandlerContext ctx, long before) {
    halfFrame = null;
    if (decoder.heldBytes() == 0 || connection.hasEnded()) {
      return;
    }
    if (reads != before || !connection.reading().isOpen()) {
      awaitRest(ctx);
    } else {
      String why = "nothing more of it came for " + frameTimeoutMs + " ms";
      connection.endRefused(new ThetisException(ErrorCode.BAD_FRAME, why));
    }
  }

  private void handOver() {
    if (batch != null) {
      InboundBatch full = batch;
      batch = null;
      connection.handOver(full);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    handOver();
    connection.end(reasonOfPeer(), false);
    decoder.close();
    stopWaiting();
    if (halfFrame != null) {
      halfFrame.cancel(false);
    }
  }

  private String reasonOfPeer() {
    if (goodbye != null) {
      return connection.remoteAddress() + " closed the connection: " + goodbye;
    }
    int rest = decoder.heldBytes();
    return connection.remoteAddress()
        + " closed the connection"
        + (rest > 0 ? " in the middle of a frame, after " + rest + " bytes of it" : "");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    handOver();
    String what = what(cause);
    connection.end("the connection with " + connection.remoteAddress() + " broke: " + what, false);
  }

  private static String what(Throwable cause) {
    if (TlsTrouble.isOne(cause)) {
      return TlsTrouble.why(cause);
    }
    return cause instanceof IOException ? cause.getMessage() : cause.toString();
  }
}
