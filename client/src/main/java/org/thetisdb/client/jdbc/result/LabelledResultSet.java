package org.thetisdb.client.jdbc.result;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
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
import java.util.Map;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** A result whose columns are found by label, too. */
public abstract class LabelledResultSet extends ReadOnlyResultSet {
  @Override
  public final String getString(String label) throws SQLException {
    return getString(findColumn(label));
  }

  @Override
  public final boolean getBoolean(String label) throws SQLException {
    return getBoolean(findColumn(label));
  }

  @Override
  public final byte getByte(String label) throws SQLException {
    return getByte(findColumn(label));
  }

  @Override
  public final short getShort(String label) throws SQLException {
    return getShort(findColumn(label));
  }

  @Override
  public final int getInt(String label) throws SQLException {
    return getInt(findColumn(label));
  }

  @Override
  public final long getLong(String label) throws SQLException {
    return getLong(findColumn(label));
  }

  @Override
  public final float getFloat(String label) throws SQLException {
    return getFloat(findColumn(label));
  }

  @Override
  public final double getDouble(String label) throws SQLException {
    return getDouble(findColumn(label));
  }

  @Override
  public final BigDecimal getBigDecimal(String label) throws SQLException {
    return getBigDecimal(findColumn(label));
  }

  @Override
  public final byte[] getBytes(String label) throws SQLException {
    return getBytes(findColumn(label));
  }

  @Override
  public final Date getDate(String label) throws SQLException {
    return getDate(findColumn(label));
  }

  @Override
  public final Time getTime(String label) throws SQLException {
    return getTime(findColumn(label));
  }

  @Override
  public final Timestamp getTimestamp(String label) throws SQLException {
    return getTimestamp(findColumn(label));
  }

  @Override
  public final InputStream getAsciiStream(String label) throws SQLException {
    return getAsciiStream(findColumn(label));
  }

  @Override
  public final InputStream getBinaryStream(String label) throws SQLException {
    return getBinaryStream(findColumn(label));
  }

  @Override
  public final Reader getCharacterStream(String label) throws SQLException {
    return getCharacterStream(findColumn(label));
  }

  @Override
  public final Reader getNCharacterStream(String label) throws SQLException {
    return getNCharacterStream(findColumn(label));
  }

  @Override
  public final Object getObject(String label) throws SQLException {
    return getObject(findColumn(label));
  }

  @Override
  public final Blob getBlob(String label) throws SQLException {
    return getBlob(findColumn(label));
  }

  @Override
  public final Clob getClob(String label) throws SQLException {
    return getClob(findColumn(label));
  }

  @Override
  public final NClob getNClob(String label) throws SQLException {
    return getNClob(findColumn(label));
  }

  @Override
  public final String getNString(String label) throws SQLException {
    return getNString(findColumn(label));
  }

  @Override
  public final URL getURL(String label) throws SQLException {
    return getURL(findColumn(label));
  }

  @Override
  public final Array getArray(String label) throws SQLException {
    return getArray(findColumn(label));
  }

  @Override
  public final Ref getRef(String label) throws SQLException {
    return getRef(findColumn(label));
  }

  @Override
  public final RowId getRowId(String label) throws SQLException {
    return getRowId(findColumn(label));
  }

  @Override
  public final SQLXML getSQLXML(String label) throws SQLException {
    return getSQLXML(findColumn(label));
  }

  @Override
  public final Date getDate(String label, Calendar calendar) throws SQLException {
    return getDate(findColumn(label), calendar);
  }

  @Override
  public final Time getTime(String label, Calendar calendar) throws SQLException {
    return getTime(findColumn(label), calendar);
  }

  @Override
  public final Timestamp getTimestamp(String label, Calendar calendar) throws SQLException {
    return getTimestamp(findColumn(label), calendar);
  }

  @Override
  public final <T> T getObject(String label, Class<T> type) throws SQLException {
    return getObject(findColumn(label), type);
  }

  @Override
  public final Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
    return getObject(findColumn(label), map);
  }

  @Override
  @Deprecated
  public final BigDecimal getBigDecimal(String label, int scale) throws SQLException {
    return getBigDecimal(findColumn(label), scale);
  }

  @Override
  @Deprecated
  public final BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  @Deprecated
  public final InputStream getUnicodeStream(String label) throws SQLException {
    throw SqlErrors.unsupported("getUnicodeStream");
  }

  @Override
  @Deprecated
  public final InputStream getUnicodeStream(int column) throws SQLException {
    throw SqlErrors.unsupported("getUnicodeStream");
  }
}
