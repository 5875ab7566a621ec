package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;

/**
 * What one connection has yet to send: encoded frames, packed into chunks of direct memory. Any
 * number of threads append, the event loop takes chunks out. Counts every byte from its appending
 * until the system has taken it, and knows the three marks: low, high, hard.
 *
 * <p>Thread-safe, by a lock that is held for one copy. Bounded by the hard limit.
 */
final class SendQueue {
  /** What the caller of {@link #append} has to do next. */
  enum Appended {
    /** Nothing: a drain is on its way. */
    QUEUED,
    /** Have the event loop drain; a short while later is soon enough. */
    FIRST,
    /** Have the event loop drain now, much is waiting. */
    MUCH,
    /** Nothing was appended, the queue is closed. */
    CLOSED,
    /** Nothing was appended, the hard limit would be passed; the queue is closed now. */
    OVERFLOW
  }

  private static final int SMALL_CHUNK_BYTES = 2 << 10;
  private static final int LARGE_CHUNK_BYTES = 64 << 10;

  /** From here on it no longer pays to wait for the end of the sender's burst. */
  private static final int MUCH_BYTES = 16 << 10;

  private final ByteBufAllocator allocator;
  private final int lowBytes;
  private final int highBytes;
  private final int hardBytes;
  private final ArrayDeque<ByteBuf> chunks = new ArrayDeque<>(4);

  private ByteBuf tail;
  private int pendingBytes;
  private boolean drainAsked;
  private boolean muchSaid;
  private boolean closed;
  private long queuedBytes;
  private volatile boolean congested;

  SendQueue(ByteBufAllocator allocator, TransportOptions options) {
    this.allocator = allocator;
    this.lowBytes = options.lowWaterBytes();
    this.highBytes = options.highWaterBytes();
    this.hardBytes = options.hardLimitBytes();
  }

  /** Any thread: appends a frame. */
  synchronized Appended append(byte[] frame, int length) {
    if (closed) {
      return Appended.CLOSED;
    }
    if (queuedBytes + length > hardBytes) {
      closed = true;
      return Appended.OVERFLOW;
    }
    tailFor(length).writeBytes(frame, 0, length);
    pendingBytes += length;
    queuedBytes += length;
    if (queuedBytes > highBytes) {
      congested = true;
    }
    return whatNext();
  }

  private Appended whatNext() {
    if (!muchSaid && pendingBytes >= MUCH_BYTES) {
      muchSaid = true;
      drainAsked = true;
      return Appended.MUCH;
    }
    if (!drainAsked) {
      drainAsked = true;
      return Appended.FIRST;
    }
    return Appended.QUEUED;
  }

  private ByteBuf tailFor(int length) {
    if (tail == null || tail.maxWritableBytes() < length) {
      int usual = tail == null ? SMALL_CHUNK_BYTES : LARGE_CHUNK_BYTES;
      int capacity = Math.max(length, usual);
      tail = allocator.directBuffer(capacity, capacity);
      chunks.add(tail);
    }
    return tail;
  }

  /** Event loop: takes the next chunk to write, which it then owns; null when there is none. */
  synchronized ByteBuf poll() {
    ByteBuf chunk = chunks.poll();
    if (chunk == null) {
      drainAsked = false;
      muchSaid = false;
      return null;
    }
    if (chunks.isEmpty()) {
      tail = null;
    }
    pendingBytes -= chunk.readableBytes();
    return chunk;
  }

  /**
   * Event loop: the system has taken {@code bytes}, or they were given up.
   *
   * @return whether the connection was congested until now
   */
  synchronized boolean sent(int bytes) {
    queuedBytes -= bytes;
    if (congested && queuedBytes < lowBytes) {
      congested = false;
      return true;
    }
    return false;
  }

  /** Any thread: appends are refused from now on; what is here can still be taken out. */
  synchronized void close() {
    closed = true;
  }

  /** Event loop: drops what was not taken out. */
  synchronized void discard() {
    closed = true;
    chunks.forEach(ByteBuf::release);
    chunks.clear();
    tail = null;
  }

  /** Any thread: whether the high mark was passed and the low one not reached since. */
  boolean isCongested() {
    return congested;
  }

  /** Any thread: how much is on its way to the system. */
  synchronized long queuedBytes() {
    return queuedBytes;
  }
}
