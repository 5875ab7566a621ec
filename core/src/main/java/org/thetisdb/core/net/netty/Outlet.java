package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The way from a connection's send queue to its socket. An event loop that has ended a burst hands
 * what it has produced to the system itself: to have the event loop do that would cost waking it.
 * What the system does not take at once goes over the event loop, and so does all behind it until
 * that is out.
 *
 * <p>Thread-safe. The lock is held for calls of the system that do not block, and an event loop
 * that finds it taken leaves the work to the event loop.
 */
final class Outlet {
  private static final int CHUNKS_PER_FLUSH = 16;

  private final Channel channel;
  private final SocketChannel socket;
  private final SendQueue queue;
  private final Runnable onDecongested;
  private final ReentrantLock lock = new ReentrantLock();

  /** Chunks that the event loop has taken and the system has not; under the lock. */
  private int onTheirWay;

  /**
   * An outlet of a channel.
   *
   * @param socket the channel's own
   * @param onDecongested is notified that the queue was congested and no longer is. Any thread
   */
  Outlet(Channel channel, SocketChannel socket, SendQueue queue, Runnable onDecongested) {
    this.channel = channel;
    this.socket = socket;
    this.queue = queue;
    this.onDecongested = onDecongested;
  }

  /**
   * Any thread: hands to the system what waits, as far as it takes that now.
   *
   * @return whether nothing waits any more; else the event loop has to drain the queue
   */
  boolean drainAtOnce() {
    if (!lock.tryLock()) {
      return false;
    }
    try {
      return onTheirWay == 0 && channel.isActive() && handOver();
    } finally {
      lock.unlock();
    }
  }

  private boolean handOver() {
    for (int chunks = 0; chunks < CHUNKS_PER_FLUSH; chunks++) {
      ByteBuf chunk = queue.poll();
      if (chunk == null) {
        return true;
      }
      int bytes = chunk.readableBytes();
      int taken = write(chunk);
      if (taken < bytes) {
        chunk.skipBytes(taken);
        sent(taken, 0);
        queue.putBack(chunk);
        return false;
      }
      int capacity = chunk.capacity();
      chunk.release();
      sent(bytes, capacity);
    }
    return false;
  }

  private int write(ByteBuf chunk) {
    try {
      return socket.write(chunk.internalNioBuffer(chunk.readerIndex(), chunk.readableBytes()));
    } catch (IOException broken) {
      return 0; // The event loop meets it as well, and ends the connection.
    }
  }

  /**
   * Event loop: hands over what waits, in turns, so that other connections get theirs.
   *
   * @return whether that was all
   */
  boolean drain() {
    boolean all = take(CHUNKS_PER_FLUSH);
    channel.flush();
    return all;
  }

  /** Event loop: the same at once and to its end; {@link Channel#flush} is left to the caller. */
  void takeAll() {
    take(Integer.MAX_VALUE);
  }

  private boolean take(int most) {
    lock.lock();
    try {
      for (int chunks = 0; chunks < most; chunks++) {
        ByteBuf chunk = queue.poll();
        if (chunk == null) {
          return true;
        }
        pass(chunk);
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void pass(ByteBuf chunk) {
    int bytes = chunk.readableBytes();
    int capacity = chunk.capacity();
    onTheirWay++;
    ChannelFuture written = channel.write(chunk);
    written.addListener(done -> passed(bytes, capacity));
  }

  private void passed(int bytes, int capacity) {
    lock.lock();
    try {
      onTheirWay--;
    } finally {
      lock.unlock();
    }
    sent(bytes, capacity);
  }

  private void sent(int bytes, int capacity) {
    if (queue.sent(bytes, capacity)) {
      onDecongested.run();
    }
  }
}
