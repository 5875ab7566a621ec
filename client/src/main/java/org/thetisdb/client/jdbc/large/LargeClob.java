package org.thetisdb.client.jdbc.large;

import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.LargeValues;
import org.thetisdb.core.value.LargeValue;

/**
 * A clob whose characters are fetched when they are read; parts that are asked for one behind the
 * other are read in one go. One that is searched or changed is fetched as a whole; a change is made
 * here alone. For one thread.
 */
final class LargeClob implements NClob {
  private final LargeValues values;
  private final LargeValue value;
  private MemoryClob here;
  private Reader reader;
  private int at;

  LargeClob(LargeValues values, LargeValue value) {
    this.values = values;
    this.value = value;
  }

  private MemoryClob here() throws SQLException {
    if (here == null) {
      here = new MemoryClob((String) LargeContent.of(values, value));
    }
    return here;
  }

  @Override
  public long length() throws SQLException {
    return here == null ? value.chars() : here.length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    if (here != null) {
      return here.getSubString(position, length);
    }
    if (length < 0) {
      throw SqlErrors.badArgument("A length of " + length + " characters.");
    }
    int from = LargeContent.offset(position, value.chars());
    try {
      if (reader == null || from < at) {
        reader = values.openText(value);
        at = 0;
      }
      skip(reader, from - at);
      at = from;
      String part = read(Math.min(length, value.chars() - from));
      at += part.length();
      return part;
    } catch (IOException e) {
      reader = null;
      throw LargeContent.error(e);
    }
  }

  private static void skip(Reader reader, long count) throws IOException {
    long left = count;
    while (left > 0) {
      long skipped = reader.skip(left);
      if (skipped <= 0) {
        throw new IOException("The text has less characters than were stored.");
      }
      left -= skipped;
    }
  }

  private String read(int length) throws IOException {
    char[] part = new char[length];
    int end = 0;
    while (end < length) {
      int count = reader.read(part, end, length - end);
      if (count < 0) {
        throw new IOException("The text has less characters than were stored.");
      }
      end += count;
    }
    return new String(part);
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return here == null ? values.openText(value) : here.getCharacterStream();
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    if (here != null) {
      return here.getCharacterStream(position, length);
    }
    Reader from = values.openText(value);
    try {
      skip(from, LargeContent.offset(position, value.chars()));
    } catch (IOException e) {
      throw LargeContent.error(e);
    }
    return new BoundedReader(from, length);
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return here().getAsciiStream();
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    return here().position(pattern, start);
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return here().position(pattern, start);
  }

  @Override
  public int setString(long position, String source) throws SQLException {
    return here().setString(position, source);
  }

  @Override
  public int setString(long position, String source, int from, int length) throws SQLException {
    return here().setString(position, source, from, length);
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    return here().setAsciiStream(position);
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    return here().setCharacterStream(position);
  }

  @Override
  public void truncate(long length) throws SQLException {
    here().truncate(length);
  }

  @Override
  public void free() {
    here = new MemoryClob(null);
    reader = null;
  }

  /** The beginning of what a reader gives. */
  private static final class BoundedReader extends FilterReader {
    private long left;

    BoundedReader(Reader source, long length) {
      super(source);
      this.left = length;
    }

    @Override
    public int read() throws IOException {
      int next = left > 0 ? super.read() : -1;
      left--;
      return next;
    }

    @Override
    public int read(char[] target, int offset, int most) throws IOException {
      if (most > 0 && left <= 0) {
        return -1;
      }
      int count = super.read(target, offset, (int) Math.min(most, left));
      left -= Math.max(0, count);
      return count;
    }
  }
}
