package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import org.thetisdb.core.net.TransportOptions;

/**
 * What one connection has yet to send: encoded frames, packed into chunks of direct memory. Any
 * number of threads append, the connection's {@link Outlet} takes chunks out, one thread at a time.
 * Counts every byte from its appending until the system has taken it, and knows the three marks:
 * low, high, hard.
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
    OVERFLOW,
    /** The same, because the budget of all connections is used up, here above the high mark. */
    OVER_BUDGET
  }

  private static final int SMALLEST_CHUNK_BYTES = 2 << 10;

  /** Netty's pool hands out larger ones more slowly. */
  private static final int LARGEST_CHUNK_BYTES = 32 << 10;

  /** From here on it no longer pays to wait for the end of the sender's burst. */
  private static final int MUCH_BYTES = 16 << 10;

  private final ByteBufAllocator allocator;
  private final int lowBytes;
  private final int highBytes;
  private final int hardBytes;
  private final ConnectionMemory budget;
  private final ArrayDeque<ByteBuf> chunks = new ArrayDeque<>(4);

  private ByteBuf tail;
  private int chunkBytes = SMALLEST_CHUNK_BYTES;
  private int burstBytes;
  private int pendingBytes;
  private boolean drainAsked;
  private boolean muchSaid;
  private boolean closed;
  private boolean discarded;
  private long queuedBytes;
  private volatile boolean congested;

  SendQueue(ByteBufAllocator allocator, TransportOptions options, ConnectionMemory budget) {
    this.budget = budget;
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
    if (!makeRoom(length)) {
      closed = true;
      return Appended.OVER_BUDGET;
    }
    tail.writeBytes(frame, 0, length);
    burstBytes += length;
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

  /** A connection that waits for little gets room even beyond the budget; the others use it up. */
  private boolean makeRoom(int length) {
    if (tail != null && tail.maxWritableBytes() >= length) {
      return true;
    }
    int usual = Math.max(chunkBytes, Math.min(LARGEST_CHUNK_BYTES, burstBytes));
    int capacity = Math.max(length, usual);
    if (!budget.take(capacity) && queuedBytes > highBytes) {
      budget.giveBack(capacity);
      return false;
    }
    tail = allocator.directBuffer(capacity, capacity);
    chunks.add(tail);
    return true;
  }

  /** Takes out the next chunk to write, which the caller then owns; null when there is none. */
  synchronized ByteBuf poll() {
    ByteBuf chunk = chunks.poll();
    if (chunk == null) {
      endBurst();
      return null;
    }
    if (chunks.isEmpty()) {
      tail = null;
    }
    pendingBytes -= chunk.readableBytes();
    return chunk;
  }

  /** Takes back a chunk that was taken out last, for the next {@link #poll}. */
  synchronized void putBack(ByteBuf chunk) {
    if (discarded) {
      budget.giveBack(chunk.capacity());
      chunk.release();
      return;
    }
    chunks.addFirst(chunk);
    pendingBytes += chunk.readableBytes();
  }

  /** The next burst will probably be as long as this one was, and should fit one chunk. */
  private void endBurst() {
    drainAsked = false;
    muchSaid = false;
    chunkBytes = Math.max(SMALLEST_CHUNK_BYTES, Math.min(LARGEST_CHUNK_BYTES, burstBytes * 2));
    burstBytes = 0;
  }

  /**
   * The system has taken {@code bytes}, or they were given up; their chunk, which had {@code
   * capacity}, is free.
   *
   * @return whether the connection was congested until now
   */
  synchronized boolean sent(int bytes, int capacity) {
    budget.giveBack(capacity);
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

  /** Any thread: appends a last frame, if one may still be appended, and closes. */
  synchronized void closeAfter(byte[] frame, int length) {
    append(frame, length);
    closed = true;
  }

  /** Event loop: drops what was not taken out. */
  synchronized void discard() {
    closed = true;
    discarded = true;
    for (ByteBuf chunk : chunks) {
      budget.giveBack(chunk.capacity());
      chunk.release();
    }
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
