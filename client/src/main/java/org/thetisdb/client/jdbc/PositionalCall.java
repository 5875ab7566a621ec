package org.thetisdb.client.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
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

/** A call whose parameters have no names, as those of procedures have none. */
abstract class PositionalCall extends ThetisPreparedStatement implements CallableStatement {
  PositionalCall(ThetisConnection connection, int scrollType, String sql) throws SQLException {
    super(connection, scrollType, sql, 0);
  }

  private static SQLException unnamed() {
    return SqlErrors.unsupported("A parameter by name (use its number)");
  }

  @Override
  public final String getString(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final boolean getBoolean(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final byte getByte(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final short getShort(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final int getInt(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final long getLong(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final float getFloat(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final double getDouble(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final BigDecimal getBigDecimal(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final byte[] getBytes(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Date getDate(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Time getTime(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Timestamp getTimestamp(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Reader getCharacterStream(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Reader getNCharacterStream(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Object getObject(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Blob getBlob(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Clob getClob(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final NClob getNClob(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final String getNString(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final URL getURL(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Array getArray(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Ref getRef(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final RowId getRowId(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final SQLXML getSQLXML(String name) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Date getDate(String name, Calendar calendar) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Time getTime(String name, Calendar calendar) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Timestamp getTimestamp(String name, Calendar calendar) throws SQLException {
    throw unnamed();
  }

  @Override
  public final <T> T getObject(String name, Class<T> type) throws SQLException {
    throw unnamed();
  }

  @Override
  public final Object getObject(String name, Map<String, Class<?>> map) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void registerOutParameter(String name, int sqlType) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void registerOutParameter(String name, int sqlType, int scale) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void registerOutParameter(String name, int sqlType, String typeName)
      throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBoolean(String name, boolean value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setByte(String name, byte value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setShort(String name, short value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setInt(String name, int value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setLong(String name, long value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setFloat(String name, float value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setDouble(String name, double value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBigDecimal(String name, BigDecimal value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setString(String name, String value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNString(String name, String value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBytes(String name, byte[] value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setDate(String name, Date value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setTime(String name, Time value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setTimestamp(String name, Timestamp value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setObject(String name, Object value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBlob(String name, Blob value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setClob(String name, Clob value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNClob(String name, NClob value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setURL(String name, URL value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setRowId(String name, RowId value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setSQLXML(String name, SQLXML value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setDate(String name, Date value, Calendar calendar) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setTime(String name, Time value, Calendar calendar) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setTimestamp(String name, Timestamp value, Calendar calendar)
      throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNull(String name, int sqlType) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNull(String name, int sqlType, String typeName) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setObject(String name, Object value, int sqlType) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setObject(String name, Object value, int sqlType, int scale)
      throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setAsciiStream(String name, InputStream value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setAsciiStream(String name, InputStream value, int length) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setAsciiStream(String name, InputStream value, long length)
      throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBinaryStream(String name, InputStream value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBinaryStream(String name, InputStream value, int length)
      throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBinaryStream(String name, InputStream value, long length)
      throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setCharacterStream(String name, Reader value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setCharacterStream(String name, Reader value, int length) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setCharacterStream(String name, Reader value, long length) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNCharacterStream(String name, Reader value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNCharacterStream(String name, Reader value, long length)
      throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBlob(String name, InputStream value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setBlob(String name, InputStream value, long length) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setClob(String name, Reader value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setClob(String name, Reader value, long length) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNClob(String name, Reader value) throws SQLException {
    throw unnamed();
  }

  @Override
  public final void setNClob(String name, Reader value, long length) throws SQLException {
    throw unnamed();
  }
}
