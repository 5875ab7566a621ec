package org.thetisdb.core.net.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.socket.FrameCodec;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;

/**
 * One end of a connection.
 *
 * <p>Three parties meet here. <em>Any thread</em> sends and closes. The <em>event loop</em> owns
 * the channel: reading, writing, ending. The listener's <em>scheduler</em> owns the listener:
 * everything it hears is handed to the scheduler in order, {@code onClosed} last and once.
 */
final class NettyConnection implements Connection, Runnable {
  /**
   * A closing connection waits as long as the other end takes some of what was sent within this.
   */
  private static final int LINGER_MS = 1_000;

  private static final int KEPT_WRITER_BYTES = 2 << 20;
  private static final ThreadLocal<ByteWriter> WRITER = ThreadLocal.withInitial(ByteWriter::new);

  private final DuplexChannel channel;

  /** The channel's, which does not know it until it is registered. */
  private final EventLoop loop;

  private final Address remoteAddress;
  private final EventLoopLink line;
  private final TransportOptions options;
  private final SendQueue queue;
  private final Outlet outlet;
  private final InboundMeter meter;
  private final ReadGate reading;
  private final boolean isSlow;
  private final Runnable burst = this::sendBurst;

  /** Written by the event loop before the listener hears anything. */
  private volatile Peer peer;

  /** What takes the messages apart; set before any comes. */
  private volatile FrameDecoder decoder;

  // Owned by the scheduler's event loop.
  private ConnectionListener listener;

  // Owned by the event loop.
  private boolean ended;
  private boolean isAnnounced;
  private HandOver handOver;

  /**
   * A connection on {@code channel} whose listener lives on {@code line}.
   *
   * @param loop the event loop that the channel is or will be registered with
   * @param isSlow whether what is sent takes time, and so must pass the channel's handlers
   */
  NettyConnection(
      DuplexChannel channel,
      EventLoop loop,
      Address remoteAddress,
      EventLoopLink line,
      TransportOptions options,
      ConnectionMemory sendBudget,
      boolean isSlow) {
    this.channel = channel;
    this.loop = loop;
    this.remoteAddress = remoteAddress;
    this.line = line;
    this.options = options;
    this.queue = new SendQueue(SocketOptions.ALLOCATOR, options, sendBudget);
    this.outlet =
        new Outlet(
            channel, SocketOptions.socketOf(channel), queue, () -> onLoop(this::decongested));
    this.meter = new InboundMeter(options.inboundLimitBytes());
    this.reading = new ReadGate(channel);
    this.isSlow = isSlow;
    this.peer = channel instanceof NioDomainSocketChannel ? Peer.SAME_USER : Peer.TCP;
  }

  // ---- any thread

  /**
   * {@inheritDoc}
   *
   * @throws ThetisException FRAME_TOO_LONG if the message is longer than a frame may be; nothing
   *     was sent then
   */
  @Override
  public void send(Message message) {
    encode(message, this::enqueue);
  }

  private void encode(Message message, Consumer<ByteWriter> use) {
    ByteWriter writer = WRITER.get();
    writer.reset();
    try {
      FrameCodec.encode(message, writer, options.frameLimitBytes());
      use.accept(writer);
    } finally {
      if (writer.array().length > KEPT_WRITER_BYTES) {
        WRITER.remove();
      }
    }
  }

  private void enqueue(ByteWriter writer) {
    switch (queue.append(writer.array(), writer.length())) {
      case QUEUED, CLOSED -> {}
      case FIRST -> {
        if (line.burstEnd() == null || !line.burstEnd().later(burst)) {
          wake();
        }
      }
      case MUCH -> wake();
      case OVERFLOW -> onLoop(() -> endUnread(options.hardLimitBytes() + " bytes"));
      case OVER_BUDGET -> onLoop(() -> endUnread("the memory of all connections"));
    }
  }

  /** The event loop has ended a burst: sends what it produced. */
  private void sendBurst() {
    boolean passesHandlers = isSlow || peer.way() == Peer.Way.TLS;
    if (passesHandlers || !outlet.drainAtOnce()) {
      wake();
    }
  }

  /** Has the event loop drain the queue. */
  private void wake() {
    onLoop(this);
  }

  /** Runs {@code task} on the connection's event loop; not at all once the loop has stopped. */
  void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException stopped) {
      queue.discard();
    }
  }

  void takesApartBy(FrameDecoder newDecoder) {
    decoder = newDecoder;
  }

  @Override
  public void allowLongMessages() {
    decoder.allowLongMessages();
  }

  @Override
  public Peer peer() {
    return peer;
  }

  @Override
  public boolean isCongested() {
    return queue.isCongested();
  }

  @Override
  public Address remoteAddress() {
    return remoteAddress;
  }

  @Override
  public void close() {
    queue.close();
    onLoop(() -> end("closed by this side", true));
  }

  @Override
  public String toString() {
    return "connection with " + remoteAddress;
  }

  // ---- the scheduler's event loop

  private void listener(ConnectionListener newListener) {
    listener = newListener;
  }

  private void connected() {
    listener.onConnected(this);
  }

  void deliver(Message message) {
    listener.onMessage(this, message);
  }

  void workedOff(int bytes) {
    if (meter.workedOff(bytes)) {
      onLoop(this::resumeReading);
    }
  }

  // ---- the event loop

  /** A connection from here; its listener hears of its end, be it before it stands. */
  void opening(ConnectionListener opener) {
    listener = opener;
    isAnnounced = true;
  }

  /** The connection stands, with this peer; its opener hears of it. */
  void stands(Peer newPeer) {
    peer = newPeer;
    tell(this::connected);
  }

  /** The same for one that was accepted; nobody hears of its end before. */
  void accepted(Peer newPeer, Transport.Acceptor acceptor) {
    peer = newPeer;
    isAnnounced = true;
    tell(() -> listener(acceptor.accept(this)));
  }

  /** Nobody hears of its end: another one takes its place. */
  void abandon() {
    isAnnounced = false;
    end("given up", false);
  }

  /** Drains the queue: hands all that waits to the system. */
  @Override
  public void run() {
    if (!outlet.drain()) {
      wake();
    }
  }

  private void decongested() {
    if (!ended) {
      tell(() -> listener.onWritable(this));
    }
  }

  /**
   * Runs {@code news} on the event loop, behind all that was read before; at once if it is this
   * loop.
   */
  void tell(Runnable news) {
    if (line.onLoop() != null) {
      line.onLoop().run(news);
    } else {
      handOver().run();
      line.scheduler().execute(news);
    }
  }

  /** Whether the listener lives on this loop, so that there is nothing to hand over. */
  boolean isDirect() {
    return line.onLoop() != null;
  }

  void handOver(InboundBatch batch) {
    if (meter.handed(batch.bytes())) {
      reading.listenerIsBusy(true);
    }
    handOver().later(batch);
  }

  private HandOver handOver() {
    if (handOver == null) {
      handOver = line.handOverOf(loop);
    }
    return handOver;
  }

  private void resumeReading() {
    if (meter.canResume()) {
      reading.listenerIsBusy(false);
    }
  }

  ReadGate reading() {
    return reading;
  }

  boolean hasEnded() {
    return ended;
  }

  /** The peer broke the protocol: says goodbye, then closes. */
  void endRefused(ThetisException refusal) {
    if (!ended) {
      Goodbye goodbye = new Goodbye(refusal.code().number(), refusal.getMessage());
      encode(goodbye, writer -> queue.closeAfter(writer.array(), writer.length()));
      end(refusal.getMessage(), true);
    }
  }

  private void endUnread(String usedUp) {
    end(remoteAddress + " does not read: what waits to be sent to it has used up " + usedUp, false);
  }

  /** Ends the connection; only the first call has an effect. */
  void end(String reason, boolean orderly) {
    if (ended) {
      return;
    }
    ended = true;
    queue.close();
    if (isAnnounced) {
      tell(() -> listener.onClosed(this, reason));
    }
    if (orderly && channel.isActive()) {
      closeOrderly();
    } else {
      queue.discard();
      closeChannel();
    }
  }

  /**
   * Sends what waits, then the end of the stream, and closes when the other end has closed as well.
   * Closing at once could reset the connection, and the other end would lose what was just sent.
   */
  private void closeOrderly() {
    outlet.takeAll();
    reading.openForGood();
    ChannelFuture linger = channel.writeAndFlush(Unpooled.EMPTY_BUFFER);
    linger.addListener(done -> endOutput());
    linger(Long.MAX_VALUE);
  }

  /** Sockets within the machine have little room, so what is long leaves piece by piece. */
  private void linger(long waitedBytes) {
    long waitingBytes = waitingBytes();
    if (waitingBytes >= waitedBytes) {
      closeChannel();
      return;
    }
    ScheduledFuture<?> next =
        loop.schedule(() -> linger(waitingBytes), LINGER_MS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(done -> next.cancel(false));
  }

  /** What the system has not taken. */
  private long waitingBytes() {
    ChannelOutboundBuffer buffer = channel.unsafe().outboundBuffer();
    return buffer == null ? 0 : buffer.totalPendingWriteBytes();
  }

  /**
   * TLS has an end of its own, so that nobody in between can cut a connection unseen. The future of
   * that end is done before the system has all, one of what stands behind it is not.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // see above
  private void endOutput() {
    ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
    if (tls == null || !channel.isActive()) {
      shutdownOutput();
    } else {
      ((SslHandler) tls.handler()).closeOutbound();
      tls.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(done -> shutdownOutput());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failure leads to closing, which is under way
  private void shutdownOutput() {
    channel.shutdownOutput();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  private void closeChannel() {
    channel.close();
  }
}
