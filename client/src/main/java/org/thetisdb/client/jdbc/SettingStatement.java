package org.thetisdb.client.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.jdbc.value.Temporals;

/** The setters of a prepared statement: each puts its value into the class that is sent. */
abstract class SettingStatement extends ThetisStatement implements PreparedStatement {
  SettingStatement(ThetisConnection connection, int scrollType) {
    super(connection, scrollType);
  }

  /** Takes the value of a parameter, in a class that is sent. */
  abstract void set(int index, Object wireValue) throws SQLException;

  @Override
  public final void setBoolean(int index, boolean value) throws SQLException {
    set(index, value);
  }

  @Override
  public final void setByte(int index, byte value) throws SQLException {
    set(index, (int) value);
  }

  @Override
  public final void setShort(int index, short value) throws SQLException {
    set(index, (int) value);
  }

  @Override
  public final void setInt(int index, int value) throws SQLException {
    set(index, value);
  }

  @Override
  public final void setLong(int index, long value) throws SQLException {
    set(index, value);
  }

  @Override
  public final void setFloat(int index, float value) throws SQLException {
    set(index, JdbcParameters.ofFloat(value));
  }

  @Override
  public final void setDouble(int index, double value) throws SQLException {
    set(index, value);
  }

  @Override
  public final void setBigDecimal(int index, BigDecimal value) throws SQLException {
    set(index, value);
  }

  @Override
  public final void setString(int index, String value) throws SQLException {
    set(index, value);
  }

  @Override
  public final void setNString(int index, String value) throws SQLException {
    set(index, value);
  }

  @Override
  public final void setBytes(int index, byte[] value) throws SQLException {
    set(index, value == null ? null : value.clone());
  }

  @Override
  public final void setDate(int index, Date value) throws SQLException {
    set(index, JdbcParameters.of(value));
  }

  @Override
  public final void setTime(int index, Time value) throws SQLException {
    set(index, JdbcParameters.of(value));
  }

  @Override
  public final void setTimestamp(int index, Timestamp value) throws SQLException {
    set(index, JdbcParameters.of(value));
  }

  @Override
  public final void setObject(int index, Object value) throws SQLException {
    set(index, copy(value));
  }

  @Override
  public final void setBlob(int index, Blob value) throws SQLException {
    set(index, JdbcParameters.of(value));
  }

  @Override
  public final void setClob(int index, Clob value) throws SQLException {
    set(index, JdbcParameters.of(value));
  }

  @Override
  public final void setNClob(int index, NClob value) throws SQLException {
    set(index, JdbcParameters.of(value));
  }

  @Override
  public final void setURL(int index, URL value) throws SQLException {
    set(index, value == null ? null : value.toString());
  }

  @Override
  public final void setDate(int index, Date value, Calendar calendar) throws SQLException {
    set(index, value == null ? null : Temporals.ofDate(value, calendar));
  }

  @Override
  public final void setTime(int index, Time value, Calendar calendar) throws SQLException {
    set(index, value == null ? null : Temporals.ofTime(value, calendar));
  }

  @Override
  public final void setTimestamp(int index, Timestamp value, Calendar calendar)
      throws SQLException {
    set(index, value == null ? null : Temporals.ofTimestamp(value, calendar));
  }

  @Override
  public final void setNull(int index, int sqlType) throws SQLException {
    set(index, null);
  }

  @Override
  public final void setNull(int index, int sqlType, String typeName) throws SQLException {
    set(index, null);
  }

  @Override
  public final void setObject(int index, Object value, int sqlType) throws SQLException {
    set(index, JdbcParameters.of(copy(value), sqlType, -1));
  }

  @Override
  public final void setObject(int index, Object value, int sqlType, int scaleOrLength)
      throws SQLException {
    set(index, JdbcParameters.of(copy(value), sqlType, scaleOrLength));
  }

  @Override
  public final void setObject(int index, Object value, SQLType type) throws SQLException {
    setObject(index, value, JdbcParameters.typeNumber(type));
  }

  @Override
  public final void setObject(int index, Object value, SQLType type, int scaleOrLength)
      throws SQLException {
    setObject(index, value, JdbcParameters.typeNumber(type), scaleOrLength);
  }

  /** An array of bytes may be changed by the application after it was set. */
  private static Object copy(Object value) throws SQLException {
    return value instanceof byte[] bytes ? bytes.clone() : JdbcParameters.of(value);
  }

  @Override
  public final void setBinaryStream(int index, InputStream value) throws SQLException {
    set(index, StreamParameter.of(value, -1));
  }

  @Override
  public final void setBinaryStream(int index, InputStream value, int length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  public final void setBinaryStream(int index, InputStream value, long length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  public final void setCharacterStream(int index, Reader value) throws SQLException {
    set(index, StreamParameter.of(value, -1));
  }

  @Override
  public final void setCharacterStream(int index, Reader value, int length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  public final void setCharacterStream(int index, Reader value, long length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  public final void setNCharacterStream(int index, Reader value) throws SQLException {
    set(index, StreamParameter.of(value, -1));
  }

  @Override
  public final void setNCharacterStream(int index, Reader value, long length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  public final void setAsciiStream(int index, InputStream value) throws SQLException {
    set(index, StreamParameter.ofAscii(value, -1));
  }

  @Override
  public final void setAsciiStream(int index, InputStream value, int length) throws SQLException {
    set(index, StreamParameter.ofAscii(value, length));
  }

  @Override
  public final void setAsciiStream(int index, InputStream value, long length) throws SQLException {
    set(index, StreamParameter.ofAscii(value, length));
  }

  @Override
  public final void setBlob(int index, InputStream value) throws SQLException {
    set(index, StreamParameter.of(value, -1));
  }

  @Override
  public final void setBlob(int index, InputStream value, long length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  public final void setClob(int index, Reader value) throws SQLException {
    set(index, StreamParameter.of(value, -1));
  }

  @Override
  public final void setClob(int index, Reader value, long length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  public final void setNClob(int index, Reader value) throws SQLException {
    set(index, StreamParameter.of(value, -1));
  }

  @Override
  public final void setNClob(int index, Reader value, long length) throws SQLException {
    set(index, StreamParameter.of(value, length));
  }

  @Override
  @Deprecated
  public final void setUnicodeStream(int index, InputStream value, int length) throws SQLException {
    throw SqlErrors.unsupported("setUnicodeStream");
  }

  @Override
  public final void setRef(int index, Ref value) throws SQLException {
    throw SqlErrors.unsupported("The type REF");
  }

  @Override
  public final void setArray(int index, Array value) throws SQLException {
    setObject(index, value);
  }

  @Override
  public final void setRowId(int index, RowId value) throws SQLException {
    throw SqlErrors.unsupported("The type ROWID");
  }

  @Override
  public final void setSQLXML(int index, SQLXML value) throws SQLException {
    throw SqlErrors.unsupported("The type XML");
  }
}
