package org.thetisdb.client.caller;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.thetisdb.core.bytes.BufferRetention;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.FrameCodec;
import org.thetisdb.core.wire.Message;

/** What waits to be sent on one connection. Not thread-safe; owned by the event loop. */
final class FrameOutput {
  /** Most bytes of one call of the system, so that the copy that it needs stays small. */
  private static final int SLICE_BYTES = 64 << 10;

  private final int limitBytes;
  private final BufferRetention retention = new BufferRetention();
  private ByteWriter frames = new ByteWriter();
  private int sentBytes;

  /** Nothing waits; a message has at most {@code limitBytes}. */
  FrameOutput(int limitBytes) {
    this.limitBytes = limitBytes;
  }

  /**
   * Appends a message.
   *
   * @throws ThetisException FRAME_TOO_LONG, and nothing was appended
   */
  void append(Message message) {
    int before = frames.length();
    try {
      FrameCodec.encode(message, frames, limitBytes);
    } catch (RuntimeException e) {
      frames.truncate(before);
      throw e;
    }
  }

  /** How many bytes wait. */
  int waitingBytes() {
    return frames.length() - sentBytes;
  }

  /**
   * Hands to the system what it takes now.
   *
   * @return whether nothing waits any more
   * @throws IOException if the connection is broken
   */
  boolean writeTo(Wire wire) throws IOException {
    while (sentBytes < frames.length()) {
      int slice = Math.min(SLICE_BYTES, frames.length() - sentBytes);
      int taken = wire.write(ByteBuffer.wrap(frames.array(), sentBytes, slice));
      sentBytes += taken;
      if (taken < slice) {
        dropSent();
        return false;
      }
    }
    sentBytes = 0;
    if (retention.isOver(frames.array().length, frames.length())) {
      frames = new ByteWriter();
    } else {
      frames.reset();
    }
    return wire.flush();
  }

  /** What was sent of a long queue would else be kept until all is sent. */
  private void dropSent() {
    int waiting = waitingBytes();
    if (sentBytes > waiting && sentBytes > SLICE_BYTES) {
      ByteWriter rest = new ByteWriter(waiting);
      rest.putBytes(frames.array(), sentBytes, waiting);
      frames = rest;
      sentBytes = 0;
    }
  }
}
