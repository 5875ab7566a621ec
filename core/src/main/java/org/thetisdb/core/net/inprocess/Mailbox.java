package org.thetisdb.core.net.inprocess;

import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.wire.Message;

/**
 * What is on its way from one end of a connection to the other: encoded, as on any wire. So the two
 * ends share no objects, a message that is too long is refused here as it is elsewhere, and what
 * waits can be counted. Any thread puts in; the other end's event loop takes out, all at once.
 *
 * <p>Thread-safe, by a lock that is held while one message is encoded. Bounded by the hard limit of
 * connections.
 */
final class Mailbox {
  /** What the caller of {@link #put} has to do next. */
  enum Put {
    /** Nothing: the other end knows, or will. */
    WAITS,
    /** Tell the other end that something waits. */
    FIRST,
    /** Nothing was put in, the mailbox is closed. */
    CLOSED,
    /** Nothing was put in, the hard limit would be passed; the mailbox is closed now. */
    OVERFLOW
  }

  private final TransportOptions limits;
  private ByteWriter filling = new ByteWriter();
  private long waitingBytes;
  private boolean toldOf;
  private boolean closed;
  private volatile boolean congested;

  Mailbox(TransportOptions limits) {
    this.limits = limits;
  }

  /**
   * Any thread: puts a message in.
   *
   * @throws org.thetisdb.core.error.ThetisException FRAME_TOO_LONG; nothing was put in then
   */
  synchronized Put put(Message message) {
    if (closed) {
      return Put.CLOSED;
    }
    int before = filling.length();
    encode(message, before);
    int bytes = filling.length() - before;
    if (waitingBytes + bytes > limits.hardLimitBytes()) {
      closed = true;
      filling.truncate(before);
      return Put.OVERFLOW;
    }
    waitingBytes += bytes;
    if (waitingBytes > limits.highWaterBytes()) {
      congested = true;
    }
    if (toldOf) {
      return Put.WAITS;
    }
    toldOf = true;
    return Put.FIRST;
  }

  private void encode(Message message, int before) {
    boolean whole = false;
    try {
      FrameCodec.encode(message, filling, limits.frameLimitBytes());
      whole = true;
    } finally {
      if (!whole) {
        filling.truncate(before);
      }
    }
  }

  /**
   * The other end: takes out all that waits.
   *
   * @param empty what was taken before and is worked off; the mailbox uses it again
   * @return null if nothing waits; the thread that puts something in next is asked to report it
   */
  synchronized ByteWriter take(ByteWriter empty) {
    if (filling.length() == 0) {
      toldOf = false;
      return null;
    }
    ByteWriter full = filling;
    empty.reset();
    filling = empty;
    return full;
  }

  /**
   * The other end: what was taken is worked off.
   *
   * @return whether the mailbox was congested until now
   */
  synchronized boolean workedOff(int bytes) {
    waitingBytes -= bytes;
    if (congested && waitingBytes < limits.lowWaterBytes()) {
      congested = false;
      return true;
    }
    return false;
  }

  /** Any thread: nothing more is put in; what is here can still be taken out. */
  synchronized void close() {
    closed = true;
  }

  /** Any thread: the same, and what is here is dropped. */
  synchronized void discard() {
    closed = true;
    filling.reset();
  }

  /**
   * Whether nothing is here and nothing will be. Both in one look: between two of them a last
   * message could come in.
   */
  synchronized boolean isDrained() {
    return closed && filling.length() == 0;
  }

  /** Any thread: whether the high mark was passed and the low one not reached since. */
  boolean isCongested() {
    return congested;
  }

  int frameLimitBytes() {
    return limits.frameLimitBytes();
  }

  int hardLimitBytes() {
    return limits.hardLimitBytes();
  }
}
