package org.thetisdb.client.jdbc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import org.thetisdb.client.jdbc.large.LargeContent;
import org.thetisdb.client.jdbc.result.LabelledResultSet;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.jdbc.value.Numbers;
import org.thetisdb.client.jdbc.value.Temporals;
import org.thetisdb.client.statement.LargeValues;
import org.thetisdb.core.value.LargeValue;

/** A result whose values are had in any class that they can be converted to. */
abstract class ConvertingResultSet extends LabelledResultSet {
  /** The value of the present row as it came; remembers whether it is null. */
  abstract Object sent(int column) throws SQLException;

  /** Where values are that lie beside their rows. */
  abstract LargeValues largeValues() throws SQLException;

  /** The value of the present row; remembers whether it is null. */
  private Object value(int column) throws SQLException {
    Object value = sent(column);
    return value instanceof LargeValue large ? LargeContent.of(largeValues(), large) : value;
  }

  /** The value in a class that need not hold all of it. */
  private <T> T lazy(Class<T> type, int column) throws SQLException {
    Object value = sent(column);
    if (!(value instanceof LargeValue large)) {
      return JdbcValues.to(type, value);
    }
    LargeValues values = largeValues();
    T piecewise = LargeContent.lazy(type, values, large);
    return piecewise != null ? piecewise : JdbcValues.to(type, LargeContent.of(values, large));
  }

  /** The type of a column that exists. */
  abstract JdbcType type(int column);

  /** The type of the elements of a column of arrays that exists. */
  abstract JdbcType element(int column) throws SQLException;

  @Override
  public final String getString(int column) throws SQLException {
    Object value = value(column);
    if (value == null) {
      return null;
    }
    JdbcType type = type(column);
    return JdbcValues.toText(type == JdbcType.ARRAY ? element(column) : type, value);
  }

  @Override
  public final boolean getBoolean(int column) throws SQLException {
    Object value = value(column);
    return value == null ? false : Numbers.toBoolean(value);
  }

  @Override
  public final byte getByte(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : JdbcValues.toByte(value);
  }

  @Override
  public final short getShort(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : JdbcValues.toShort(value);
  }

  @Override
  public final int getInt(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : JdbcValues.toInt(value);
  }

  @Override
  public final long getLong(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : JdbcValues.toLong(value);
  }

  @Override
  public final float getFloat(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : Numbers.toFloat(value);
  }

  @Override
  public final double getDouble(int column) throws SQLException {
    Object value = value(column);
    return value == null ? 0 : Numbers.toDouble(value, "a double");
  }

  @Override
  public final BigDecimal getBigDecimal(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : Numbers.toDecimal(value, "a decimal");
  }

  @Override
  public final byte[] getBytes(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : JdbcValues.toBytes(value);
  }

  @Override
  public final Date getDate(int column) throws SQLException {
    return getDate(column, null);
  }

  @Override
  public final Date getDate(int column, Calendar calendar) throws SQLException {
    Object value = value(column);
    return value == null ? null : Temporals.toDate(value, calendar);
  }

  @Override
  public final Time getTime(int column) throws SQLException {
    return getTime(column, null);
  }

  @Override
  public final Time getTime(int column, Calendar calendar) throws SQLException {
    Object value = value(column);
    return value == null ? null : Temporals.toTime(value, calendar);
  }

  @Override
  public final Timestamp getTimestamp(int column) throws SQLException {
    return getTimestamp(column, null);
  }

  @Override
  public final Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
    Object value = value(column);
    return value == null ? null : Temporals.toTimestamp(value, calendar);
  }

  @Override
  public final InputStream getBinaryStream(int column) throws SQLException {
    return lazy(InputStream.class, column);
  }

  @Override
  public final Reader getCharacterStream(int column) throws SQLException {
    return lazy(Reader.class, column);
  }

  @Override
  public final Blob getBlob(int column) throws SQLException {
    return lazy(Blob.class, column);
  }

  @Override
  public final Clob getClob(int column) throws SQLException {
    return lazy(Clob.class, column);
  }

  @Override
  public final NClob getNClob(int column) throws SQLException {
    return lazy(NClob.class, column);
  }

  @Override
  public final Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public final String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public final InputStream getAsciiStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public final URL getURL(int column) throws SQLException {
    String text = getString(column);
    try {
      return text == null ? null : new URL(text);
    } catch (MalformedURLException e) {
      throw SqlErrors.cannotConvert(text, "a URL");
    }
  }

  @Override
  public final Object getObject(int column) throws SQLException {
    Object value = value(column);
    return type(column) == JdbcType.ARRAY
        ? array(column, value)
        : JdbcValues.toObject(type(column), value);
  }

  @Override
  public final <T> T getObject(int column, Class<T> type) throws SQLException {
    if (type == Array.class) {
      return type.cast(array(column, value(column)));
    }
    return type == String.class ? type.cast(getString(column)) : lazy(type, column);
  }

  @Override
  public final Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("A map of types");
    }
    return getObject(column);
  }

  @Override
  public final Array getArray(int column) throws SQLException {
    return array(column, value(column));
  }

  private Array array(int column, Object value) throws SQLException {
    if (value == null) {
      return null;
    }
    if (value instanceof List<?> elements) {
      return new ThetisArray(element(column), elements);
    }
    throw SqlErrors.cannotConvert(value, "an array");
  }

  @Override
  public final Ref getRef(int column) throws SQLException {
    throw SqlErrors.unsupported("The type REF");
  }

  @Override
  public final RowId getRowId(int column) throws SQLException {
    throw SqlErrors.unsupported("The type ROWID");
  }

  @Override
  public final SQLXML getSQLXML(int column) throws SQLException {
    throw SqlErrors.unsupported("The type XML");
  }
}
