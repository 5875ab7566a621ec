package org.thetisdb.client.jdbc.large;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** A blob whose bytes are here. See {@link LargeBlob} for those that are not. */
public final class MemoryBlob implements Blob {
  private static final int MAX_BYTES = 64 << 20;

  private byte[] bytes;

  /** Takes the array over. */
  public MemoryBlob(byte[] bytes) {
    this.bytes = bytes;
  }

  private byte[] present() throws SQLException {
    if (bytes == null) {
      throw SqlErrors.of("22023", "The blob was freed.");
    }
    return bytes;
  }

  private int offset(long position, int limit) throws SQLException {
    if (position < 1 || position - 1 > limit) {
      throw SqlErrors.of("22003", "Position " + position + " is not between 1 and " + (limit + 1L));
    }
    return (int) position - 1;
  }

  @Override
  public long length() throws SQLException {
    return present().length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    int from = offset(position, present().length);
    if (length < 0) {
      throw SqlErrors.badArgument("A length of " + length + " bytes.");
    }
    return Arrays.copyOfRange(bytes, from, from + Math.min(length, bytes.length - from));
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return new ByteArrayInputStream(present());
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    return new ByteArrayInputStream(
        getBytes(position, (int) Math.max(-1, Math.min(Integer.MAX_VALUE, length))));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    int last = present().length - pattern.length;
    for (int at = offset(start, bytes.length); at <= last; at++) {
      if (Arrays.equals(bytes, at, at + pattern.length, pattern, 0, pattern.length)) {
        return at + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, (int) Math.min(MAX_BYTES, pattern.length())), start);
  }

  @Override
  public int setBytes(long position, byte[] source) throws SQLException {
    return setBytes(position, source, 0, source.length);
  }

  @Override
  public int setBytes(long position, byte[] source, int from, int length) throws SQLException {
    int at = offset(position, present().length);
    if ((long) at + length > MAX_BYTES) {
      throw SqlErrors.of("22001", "A blob has at most " + MAX_BYTES + " bytes.");
    }
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length, at + length));
    System.arraycopy(source, from, bytes, at, length);
    return length;
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    offset(position, present().length);
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        try {
          setBytes(position, toByteArray());
        } catch (SQLException e) {
          throw new IllegalStateException(e.getMessage(), e);
        }
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    bytes = Arrays.copyOf(present(), offset(length + 1, bytes.length));
  }

  @Override
  public void free() {
    bytes = null;
  }
}
