package org.thetisdb.client.jdbc;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.thetisdb.client.CallException;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.LargeValues;

/**
 * A value that is read when its statement runs: short ones go with the statement, long ones are
 * uploaded before. It is read once. For one thread.
 */
final class StreamParameter {
  /** The longest value, in bytes, that goes with its statement. */
  static final int MAX_INLINE_BYTES = 1 << 20;

  private final InputStream bytes;
  private final Reader text;
  private final long length;
  private boolean read;

  private StreamParameter(InputStream bytes, Reader text, long length) {
    this.bytes = bytes;
    this.text = text;
    this.length = length;
  }

  /**
   * Bytes of a stream; null for none.
   *
   * @param length how many, of which there must be as many; -1 for what there is
   */
  static StreamParameter of(InputStream bytes, long length) {
    return bytes == null ? null : new StreamParameter(bytes, null, length);
  }

  /** The characters of a reader; see {@link #of(InputStream, long)}. */
  static StreamParameter of(Reader text, long length) {
    return text == null ? null : new StreamParameter(null, text, length);
  }

  /** A text in ASCII; see {@link #of(InputStream, long)}. */
  static StreamParameter ofAscii(InputStream text, long length) {
    return text == null ? null : of(new InputStreamReader(text, StandardCharsets.US_ASCII), length);
  }

  /** The value of a wire class that goes with the statement, uploaded if it is long. */
  static Object sendable(Object wire, LargeValues values) throws SQLException {
    if (wire instanceof StreamParameter stream) {
      return stream.sendable(values);
    }
    if (wire instanceof byte[] bytes && bytes.length > MAX_INLINE_BYTES) {
      return of(new ByteArrayInputStream(bytes), -1).sendable(values);
    }
    if (wire instanceof String string && isLong(string)) {
      return of(new StringReader(string), -1).sendable(values);
    }
    return wire;
  }

  /** A character of UTF-16 takes at most three bytes. */
  private static boolean isLong(String text) {
    return text.length() > MAX_INLINE_BYTES / 3
        && (text.length() > MAX_INLINE_BYTES
            || text.getBytes(StandardCharsets.UTF_8).length > MAX_INLINE_BYTES);
  }

  /** The whole value, for a statement that takes no other; at most 16 MiB. */
  Object whole() throws SQLException {
    begin();
    return bytes != null ? JdbcParameters.read(bytes, length) : JdbcParameters.read(text, length);
  }

  private void begin() throws SQLException {
    if (read) {
      throw SqlErrors.of("07002", "The stream of a parameter has been read; set it again.");
    }
    read = true;
  }

  private Object sendable(LargeValues values) throws SQLException {
    begin();
    try {
      return bytes != null ? sendBytes(values) : sendText(values);
    } catch (CharacterCodingException e) {
      throw SqlErrors.of("22021", "A parameter holds half a surrogate pair.");
    } catch (LengthException e) {
      throw SqlErrors.of("22026", e.getMessage());
    } catch (IOException e) {
      throw JdbcParameters.unreadable(e);
    } catch (CallException e) {
      throw SqlErrors.of(e);
    }
  }

  private Object sendBytes(LargeValues values) throws IOException {
    InputStream source = length < 0 ? bytes : new CountedInput(bytes, length);
    byte[] head = source.readNBytes(MAX_INLINE_BYTES + 1);
    return head.length <= MAX_INLINE_BYTES
        ? head
        : values.upload(new SequenceInputStream(new ByteArrayInputStream(head), source));
  }

  private Object sendText(LargeValues values) throws IOException {
    Reader source = length < 0 ? text : new CountedReader(text, length);
    char[] head = new char[MAX_INLINE_BYTES + 1];
    int end = 0;
    int count = 0;
    while (count >= 0 && end < head.length) {
      end += count;
      count = source.read(head, end, head.length - end);
    }
    String begin = new String(head, 0, end);
    return count < 0 && !isLong(begin) ? begin : values.upload(new HeadedReader(begin, source));
  }

  /** A text, and what follows it. */
  private static final class HeadedReader extends FilterReader {
    private final String head;
    private int at;

    HeadedReader(String head, Reader rest) {
      super(rest);
      this.head = head;
    }

    @Override
    public int read(char[] target, int offset, int most) throws IOException {
      if (at == head.length()) {
        return super.read(target, offset, most);
      }
      int count = Math.min(most, head.length() - at);
      head.getChars(at, at + count, target, offset);
      at += count;
      return count;
    }
  }

  /** A stream is shorter than was said. */
  private static final class LengthException extends IOException {
    private static final long serialVersionUID = 1L;

    LengthException(long stated, long found) {
      super("The stream ended after " + found + " of " + stated + ".");
    }
  }

  /** So many bytes of a stream, and not less. */
  private static final class CountedInput extends FilterInputStream {
    private final long length;
    private long count;

    CountedInput(InputStream source, long length) {
      super(source);
      this.length = length;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int most) throws IOException {
      if (count == length) {
        return -1;
      }
      int found = super.read(target, offset, (int) Math.min(most, length - count));
      if (found < 0) {
        throw new LengthException(length, count);
      }
      count += found;
      return found;
    }
  }

  /** So many characters of a reader, and not less. */
  private static final class CountedReader extends FilterReader {
    private final long length;
    private long count;

    CountedReader(Reader source, long length) {
      super(source);
      this.length = length;
    }

    @Override
    public int read(char[] target, int offset, int most) throws IOException {
      if (count == length) {
        return -1;
      }
      int found = super.read(target, offset, (int) Math.min(most, length - count));
      if (found < 0) {
        throw new LengthException(length, count);
      }
      count += found;
      return found;
    }
  }
}
