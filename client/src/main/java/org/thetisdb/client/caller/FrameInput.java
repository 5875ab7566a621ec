package org.thetisdb.client.caller;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.thetisdb.core.bytes.BufferRetention;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.wire.Message;

/**
 * What arrived on one connection, cut into frames. Grows only as bytes really arrive: a length that
 * lies allocates nothing. Not thread-safe; owned by the thread that has the turn to read.
 */
final class FrameInput {
  private static final int USUAL_BYTES = 8 << 10;

  /** Most bytes of one reading, so that the copy that the system call needs stays small. */
  private static final int SLICE_BYTES = 64 << 10;

  private final int limitBytes;
  private final BufferRetention retention = new BufferRetention();
  private final ByteReader reader = new ByteReader(new byte[0]);
  private ByteBuffer view = ByteBuffer.allocate(USUAL_BYTES);
  private byte[] bytes = view.array();
  private int start;
  private int end;

  /** Nothing has arrived; a message has at most {@code limitBytes}. */
  FrameInput(int limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Room for what arrives next; {@link #arrived} must follow. */
  ByteBuffer room() {
    if (end == bytes.length) {
      makeRoom();
    }
    return view.limit(Math.min(bytes.length, end + SLICE_BYTES)).position(end);
  }

  private void makeRoom() {
    int held = end - start;
    if (start > 0 && held <= bytes.length / 2) {
      System.arraycopy(bytes, start, bytes, 0, held);
    } else {
      int most = limitBytes + FrameCodec.HEADER_BYTES + SLICE_BYTES;
      replace(
          Arrays.copyOfRange(
              bytes, start, start + Math.max(held + 1, Math.min(2 * bytes.length, most))));
    }
    start = 0;
    end = held;
  }

  private void replace(byte[] other) {
    bytes = other;
    view = ByteBuffer.wrap(other);
  }

  /** So many bytes were put into the room. */
  void arrived(int count) {
    end += count;
  }

  /**
   * The next message that is complete; null if there is none.
   *
   * @throws org.thetisdb.core.error.ThetisException with a code of frames; this must not be used
   *     again then
   */
  Message next() {
    if (end - start < FrameCodec.LENGTH_BYTES) {
      rest();
      return null;
    }
    int length = reader.wrap(bytes, start, FrameCodec.LENGTH_BYTES).getInt();
    int frameBytes = FrameCodec.frameBytes(length, limitBytes);
    if (frameBytes > end - start) {
      return null;
    }
    Message message =
        FrameCodec.decodeBody(reader.wrap(bytes, start + FrameCodec.LENGTH_BYTES, length));
    start += frameBytes;
    return message;
  }

  private void rest() {
    if (start == end && end > 0) {
      if (retention.isOver(bytes.length, end)) {
        replace(new byte[USUAL_BYTES]);
      }
      start = 0;
      end = 0;
    }
  }

  /** How many bytes of a message are here that is not complete. */
  int heldBytes() {
    return end - start;
  }
}
