package org.thetisdb.core.net.netty;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.LoginProof;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;

/**
 * Cuts the bytes of one connection into frames and decodes them. Keeps nothing but the beginning of
 * a frame that is not complete, and grows only as bytes really arrive: a length that lies allocates
 * nothing.
 *
 * <p>Not thread-safe; owned by the connection's event loop. After an exception the decoder must not
 * be used again.
 */
final class FrameDecoder {
  /** Bytes are taken in slices of this size, so that the room for them can be shared. */
  static final int SLICE_BYTES = 32 << 10;

  /** The longest message of a client that has greeted and has not logged in. */
  static final int LOGIN_LIMIT_BYTES = 4 << 10;

  /** An incomplete frame's array is kept for the next one up to this size. */
  private static final int KEPT_BYTES = 4 << 10;

  private static final byte[] EMPTY = {};
  private static final ThreadLocal<byte[]> SLICE =
      ThreadLocal.withInitial(() -> new byte[SLICE_BYTES]);

  private final int limitBytes;
  private final ConnectionMemory budget;
  private final ByteReader reader = new ByteReader(EMPTY);
  private int currentLimitBytes;
  private volatile boolean loggedIn;
  private byte[] held = EMPTY;
  private int heldBytes;

  /** Takes what was decoded. */
  interface Sink {
    /**
     * A message was decoded.
     *
     * @return false to stop decoding; what follows in the buffer is dropped
     */
    boolean onMessage(Message message, int frameBytes);
  }

  /**
   * A decoder for one connection.
   *
   * @param firstLimitBytes the longest first message, so that a stranger cannot fill the memory
   * @param limitBytes the longest message after that
   * @param budget what the incomplete frames of all connections may take
   */
  FrameDecoder(int firstLimitBytes, int limitBytes, ConnectionMemory budget) {
    this.limitBytes = limitBytes;
    this.budget = budget;
    this.currentLimitBytes = Math.min(firstLimitBytes, limitBytes);
  }

  /**
   * Takes all readable bytes and hands out the messages that are complete. Does not release {@code
   * in}.
   *
   * @throws ThetisException with a code of frames, or OVERLOADED; messages before the bad one were
   *     handed out
   */
  void decode(ByteBuf in, Sink sink) {
    boolean more = true;
    while (more && in.isReadable()) {
      int slice = Math.min(in.readableBytes(), SLICE_BYTES);
      more = heldBytes == 0 ? decodeFresh(in, slice, sink) : decodeHeld(in, slice, sink);
    }
  }

  /** How many bytes of an incomplete frame are here. */
  int heldBytes() {
    return heldBytes;
  }

  /** How much memory is kept for them. */
  int capacityBytes() {
    return held.length;
  }

  private boolean decodeFresh(ByteBuf in, int slice, Sink sink) {
    byte[] bytes = SLICE.get();
    in.readBytes(bytes, 0, slice);
    int end = decodeFrames(bytes, slice, sink);
    if (end >= 0) {
      hold(bytes, end, slice - end);
    }
    return end >= 0;
  }

  private boolean decodeHeld(ByteBuf in, int slice, Sink sink) {
    ensure(heldBytes + slice);
    in.readBytes(held, heldBytes, slice);
    heldBytes += slice;
    int end = decodeFrames(held, heldBytes, sink);
    if (end > 0) {
      hold(held, end, heldBytes - end);
    }
    return end >= 0;
  }

  /** Decodes all complete frames; returns where the first incomplete one begins, -1 if stopped. */
  private int decodeFrames(byte[] bytes, int end, Sink sink) {
    int start = 0;
    while (end - start >= FrameCodec.LENGTH_BYTES) {
      int length = reader.wrap(bytes, start, FrameCodec.LENGTH_BYTES).getInt();
      int frameBytes = FrameCodec.frameBytes(length, limit());
      if (frameBytes > end - start) {
        break;
      }
      reader.wrap(bytes, start + FrameCodec.LENGTH_BYTES, length);
      Message message = FrameCodec.decodeBody(reader);
      currentLimitBytes = limitBehind(message);
      start += frameBytes;
      if (!sink.onMessage(message, frameBytes)) {
        return -1;
      }
    }
    return start;
  }

  /** The other end has logged in. Any thread. */
  void allowLongMessages() {
    loggedIn = true;
  }

  private int limit() {
    return loggedIn ? limitBytes : currentLimitBytes;
  }

  /** Nodes come at once with what they want; clients have to log in first. */
  private int limitBehind(Message message) {
    if (currentLimitBytes == limitBytes || message instanceof Ping) {
      return currentLimitBytes;
    }
    boolean logsIn = message instanceof ClientHello || message instanceof LoginProof;
    return logsIn ? Math.min(currentLimitBytes, LOGIN_LIMIT_BYTES) : limitBytes;
  }

  /** Keeps {@code length} bytes of {@code source}, which may be the array of held bytes itself. */
  private void hold(byte[] source, int offset, int length) {
    boolean wasteful = held.length > KEPT_BYTES && length <= held.length / 4;
    if (wasteful || held.length < length) {
      reserve(length - held.length);
      held = Arrays.copyOfRange(source, offset, offset + length);
    } else {
      System.arraycopy(source, offset, held, 0, length);
    }
    heldBytes = length;
  }

  private void ensure(int bytes) {
    if (bytes > held.length) {
      int capacity = Math.max(bytes, Math.min(held.length * 2, roomForFrame()));
      reserve(capacity - held.length);
      held = Arrays.copyOf(held, capacity);
    }
  }

  /** A connection that holds little may hold it even beyond the budget; the others use it up. */
  private void reserve(int moreBytes) {
    if (!budget.take(moreBytes) && held.length + moreBytes > 2 * SLICE_BYTES) {
      budget.giveBack(moreBytes);
      throw new ThetisException(
          ErrorCode.OVERLOADED, "messages that have only partly arrived use up the memory");
    }
  }

  /** Gives all memory back; the decoder must not be used again. */
  void close() {
    budget.giveBack(held.length);
    held = EMPTY;
    heldBytes = 0;
  }

  /** The most that is ever needed: one frame of the greatest length and one slice behind it. */
  private int roomForFrame() {
    return limit() + FrameCodec.HEADER_BYTES + SLICE_BYTES;
  }
}
