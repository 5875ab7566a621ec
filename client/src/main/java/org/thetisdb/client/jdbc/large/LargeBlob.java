package org.thetisdb.client.jdbc.large;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.LargeValues;
import org.thetisdb.core.value.LargeValue;

/**
 * A blob whose bytes are fetched when they are read. One that is searched or changed is fetched as
 * a whole; a change is made here alone. For one thread.
 */
final class LargeBlob implements Blob {
  private final LargeValues values;
  private final LargeValue value;
  private MemoryBlob here;

  LargeBlob(LargeValues values, LargeValue value) {
    this.values = values;
    this.value = value;
  }

  private MemoryBlob here() throws SQLException {
    if (here == null) {
      here = new MemoryBlob(getBytes(1, value.bytes()));
    }
    return here;
  }

  @Override
  public long length() throws SQLException {
    return here == null ? value.bytes() : here.length();
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    if (here != null) {
      return here.getBytes(position, length);
    }
    if (length < 0) {
      throw SqlErrors.badArgument("A length of " + length + " bytes.");
    }
    try (InputStream in = from(position)) {
      return in.readNBytes(length);
    } catch (IOException e) {
      throw LargeContent.error(e);
    }
  }

  private InputStream from(long position) throws SQLException, IOException {
    InputStream in = values.open(value);
    in.skipNBytes(LargeContent.offset(position, value.bytes()));
    return in;
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    return here == null ? values.open(value) : here.getBinaryStream();
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    if (here != null) {
      return here.getBinaryStream(position, length);
    }
    try {
      return new BoundedInput(from(position), length);
    } catch (IOException e) {
      throw LargeContent.error(e);
    }
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    return here().position(pattern, start);
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return here().position(pattern, start);
  }

  @Override
  public int setBytes(long position, byte[] source) throws SQLException {
    return here().setBytes(position, source);
  }

  @Override
  public int setBytes(long position, byte[] source, int from, int length) throws SQLException {
    return here().setBytes(position, source, from, length);
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    return here().setBinaryStream(position);
  }

  @Override
  public void truncate(long length) throws SQLException {
    here().truncate(length);
  }

  @Override
  public void free() {
    here = new MemoryBlob(null);
  }

  /** The beginning of a stream. */
  private static final class BoundedInput extends InputStream {
    private final InputStream source;
    private long left;

    BoundedInput(InputStream source, long length) {
      this.source = source;
      this.left = length;
    }

    @Override
    public int read() throws IOException {
      int next = left > 0 ? source.read() : -1;
      left--;
      return next;
    }

    @Override
    public int read(byte[] target, int offset, int most) throws IOException {
      if (most > 0 && left <= 0) {
        return -1;
      }
      int count = source.read(target, offset, (int) Math.min(most, left));
      left -= Math.max(0, count);
      return count;
    }
  }
}
