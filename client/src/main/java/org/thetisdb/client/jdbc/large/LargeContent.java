package org.thetisdb.client.jdbc.large;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.thetisdb.client.CallException;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.LargeValues;
import org.thetisdb.core.value.LargeValue;

/** Values that lie beside their rows, in the classes that an application asks for. Stateless. */
public final class LargeContent {
  private LargeContent() {}

  /** All of it: a {@link String} or {@code byte[]}. */
  public static Object of(LargeValues values, LargeValue value) throws SQLException {
    byte[] all = new byte[value.bytes()];
    try (InputStream in = values.open(value)) {
      in.readNBytes(all, 0, all.length);
    } catch (IOException e) {
      throw error(e);
    }
    return value.text() ? new String(all, StandardCharsets.UTF_8) : all;
  }

  /** In a class that holds no more than a piece; null if this class is none. */
  public static <T> T lazy(Class<T> type, LargeValues values, LargeValue value)
      throws SQLException {
    if (type == InputStream.class) {
      return type.cast(values.open(value));
    }
    if (type == Blob.class) {
      return type.cast(new LargeBlob(values, value));
    }
    if (value.text() && type == Reader.class) {
      return type.cast(values.openText(value));
    }
    if (value.text() && (type == Clob.class || type == NClob.class)) {
      return type.cast(new LargeClob(values, value));
    }
    return null;
  }

  /** The error of a value that could not be read. */
  static SQLException error(IOException e) {
    return e.getCause() instanceof CallException refused
        ? SqlErrors.of(refused)
        : SqlErrors.of("XX001", String.valueOf(e.getMessage()));
  }

  /** A place in a value, counted from 0. */
  static int offset(long position, int length) throws SQLException {
    if (position < 1 || position - 1 > length) {
      throw SqlErrors.of(
          "22003", "Position " + position + " is not between 1 and " + (length + 1L) + ".");
    }
    return (int) (position - 1);
  }
}
