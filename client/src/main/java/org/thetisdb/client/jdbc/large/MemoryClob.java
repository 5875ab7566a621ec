package org.thetisdb.client.jdbc.large;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** A clob whose characters are here. */
public final class MemoryClob implements NClob {
  private static final int MAX_CHARACTERS = 64 << 20;

  private String text;

  /** Holds this text. */
  public MemoryClob(String text) {
    this.text = text;
  }

  private String present() throws SQLException {
    if (text == null) {
      throw SqlErrors.of("22023", "The clob was freed.");
    }
    return text;
  }

  private int offset(long position) throws SQLException {
    if (position < 1 || position - 1 > present().length()) {
      throw SqlErrors.of(
          "22003", "Position " + position + " is not between 1 and " + (text.length() + 1L));
    }
    return (int) position - 1;
  }

  @Override
  public long length() throws SQLException {
    return present().length();
  }

  @Override
  public String getSubString(long position, int length) throws SQLException {
    int from = offset(position);
    if (length < 0) {
      throw SqlErrors.badArgument("A length of " + length + " characters.");
    }
    return text.substring(from, from + Math.min(length, text.length() - from));
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(present());
  }

  @Override
  public Reader getCharacterStream(long position, long length) throws SQLException {
    return new StringReader(
        getSubString(position, (int) Math.max(-1, Math.min(Integer.MAX_VALUE, length))));
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(present().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    int found = present().indexOf(pattern, offset(start));
    return found < 0 ? -1 : found + 1L;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(pattern.getSubString(1, (int) pattern.length()), start);
  }

  @Override
  public int setString(long position, String source) throws SQLException {
    return setString(position, source, 0, source.length());
  }

  @Override
  public int setString(long position, String source, int from, int length) throws SQLException {
    int at = offset(position);
    if ((long) at + length > MAX_CHARACTERS) {
      throw SqlErrors.of("22001", "A clob has at most " + MAX_CHARACTERS + " characters.");
    }
    int end = Math.min(text.length(), at + length);
    text = text.substring(0, at) + source.substring(from, from + length) + text.substring(end);
    return length;
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    throw SqlErrors.unsupported("Writing a clob as ASCII");
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    offset(position);
    return new StringWriter() {
      @Override
      public void close() {
        try {
          setString(position, toString());
        } catch (SQLException e) {
          throw new IllegalStateException(e.getMessage(), e);
        }
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    text = present().substring(0, offset(length + 1));
  }

  @Override
  public void free() {
    text = null;
  }
}
