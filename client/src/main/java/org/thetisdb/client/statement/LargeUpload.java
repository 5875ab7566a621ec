package org.thetisdb.client.statement;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.LargeValue;

/** Cuts one value into pieces and sends them; holds one at a time. For one thread. */
final class LargeUpload {
  private static final int MOST_CHARS = 64 << 10;

  private final LargeValues target;
  private final long id;
  private final CRC32C crc = new CRC32C();
  private final byte[] piece = new byte[LargeValue.PIECE_BYTES];
  private int filled;
  private int sent;
  private long begunMs;
  private int chars;
  private int codePoints;

  LargeUpload(LargeValues target, long id) {
    this.target = target;
    this.id = id;
  }

  LargeValue bytes(InputStream source) throws IOException {
    int read;
    do {
      read = source.readNBytes(piece, filled, piece.length - filled);
      filled += read;
      sendIfFull();
    } while (read > 0);
    return finish(false);
  }

  LargeValue text(Reader source) throws IOException {
    CharsetEncoder encoder =
        StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharBuffer buffer = CharBuffer.allocate(MOST_CHARS);
    boolean ended = false;
    while (!ended) {
      ended = source.read(buffer) < 0;
      buffer.flip();
      count(buffer);
      encode(encoder, buffer, ended);
      uncount(buffer);
      buffer.compact();
    }
    return finish(true);
  }

  /** Counts what the buffer holds; the first half of a pair stays in it, and is counted again. */
  private void count(CharBuffer buffer) {
    chars = Math.addExact(chars, buffer.remaining());
    for (int i = buffer.position(); i < buffer.limit(); i++) {
      codePoints += Character.isLowSurrogate(buffer.get(i)) ? 0 : 1;
    }
  }

  private void uncount(CharBuffer left) {
    chars -= left.remaining();
    codePoints -= left.remaining();
  }

  private void encode(CharsetEncoder encoder, CharBuffer buffer, boolean ended) throws IOException {
    CoderResult result = CoderResult.OVERFLOW;
    while (result.isOverflow()) {
      ByteBuffer room = ByteBuffer.wrap(piece, filled, piece.length - filled);
      result = encoder.encode(buffer, room, ended);
      if (result.isError()) {
        result.throwException();
      }
      filled = room.position();
      if (result.isOverflow() && !sendIfFull()) {
        splitCharacter(buffer);
      }
    }
  }

  /** What is left of the piece is less than the next character takes. */
  private void splitCharacter(CharBuffer buffer) {
    int length = Character.isHighSurrogate(buffer.get(buffer.position())) ? 2 : 1;
    char[] character = new char[length];
    buffer.get(character);
    byte[] bytes = new String(character).getBytes(StandardCharsets.UTF_8);
    int first = piece.length - filled;
    System.arraycopy(bytes, 0, piece, filled, first);
    filled = piece.length;
    sendIfFull();
    System.arraycopy(bytes, first, piece, 0, bytes.length - first);
    filled = bytes.length - first;
  }

  private boolean sendIfFull() {
    boolean full = filled == piece.length;
    if (full) {
      send();
    }
    return full;
  }

  private void send() {
    if ((long) sent * LargeValue.PIECE_BYTES + filled > LargeValue.MAX_BYTES) {
      throw CallOutcome.failed(
              ErrorCode.LARGE_VALUE_TOO_LONG,
              ErrorCode.LARGE_VALUE_TOO_LONG.format(LargeValue.MAX_BYTES))
          .exception();
    }
    crc.update(piece, 0, filled);
    begunMs = target.put(id, sent, Arrays.copyOf(piece, filled));
    sent++;
    filled = 0;
  }

  private LargeValue finish(boolean text) {
    int bytes = sent * LargeValue.PIECE_BYTES + filled;
    if (bytes == 0) {
      throw new IllegalArgumentException("nothing was uploaded: the source is empty");
    }
    if (filled > 0) {
      send();
    }
    return new LargeValue(id, text, bytes, chars, codePoints, begunMs, (int) crc.getValue());
  }
}
