package org.thetisdb.client.jdbc;

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
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.jdbc.value.Numbers;
import org.thetisdb.client.jdbc.value.Temporals;

/**
 * A call of a procedure: <code>{call p(?)}</code>, whose result is rows, or <code>{? = call p(?)}
 * </code>, where the first value of the first row is also parameter 1.
 */
final class ThetisCallableStatement extends PositionalCall {
  private boolean registered;
  private boolean hasRun;
  private JdbcType outType = JdbcType.UNKNOWN;
  private Object outValue;
  private boolean wasNull;

  ThetisCallableStatement(ThetisConnection connection, int scrollType, String sql)
      throws SQLException {
    super(connection, scrollType, sql);
  }

  /** Numbers count the result, too, where there is one. */
  @Override
  void set(int index, Object wireValue) throws SQLException {
    if (text().hasReturn() && index == 1) {
      throw SqlErrors.of("07009", "Parameter 1 is the result of the call; it cannot be set.");
    }
    super.set(text().hasReturn() ? index - 1 : index, wireValue);
  }

  @Override
  public void registerOutParameter(int index, int sqlType) throws SQLException {
    requireOpen();
    if (!text().hasReturn() || index != 1) {
      throw SqlErrors.of(
          "07009", "Only parameter 1 of {? = call name(...)} is a result; " + index + " is not.");
    }
    registered = true;
    outType = JdbcType.ofSqlType(sqlType);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, int scale) throws SQLException {
    registerOutParameter(index, sqlType);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, String typeName) throws SQLException {
    registerOutParameter(index, sqlType);
  }

  @Override
  public boolean execute() throws SQLException {
    boolean query = runOnce();
    keepOut(query);
    return query;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    return rowsOf(execute());
  }

  /** A call may return rows and be run for what it changes all the same. */
  @Override
  public long executeLargeUpdate() throws SQLException {
    return execute() ? 0 : getLargeUpdateCount();
  }

  private void keepOut(boolean query) throws SQLException {
    if (!text().hasReturn()) {
      return;
    }
    outValue = query ? firstValue() : null;
    hasRun = true;
  }

  private Object firstValue() throws SQLException {
    ThetisResultSet rows = (ThetisResultSet) getResultSet();
    return rows.firstValue();
  }

  private Object out(int index) throws SQLException {
    requireOpen();
    if (!registered || index != 1) {
      throw SqlErrors.of("07009", "Parameter " + index + " was not registered as a result.");
    }
    if (!hasRun) {
      throw SqlErrors.of("HY010", "The call was not made yet.");
    }
    wasNull = outValue == null;
    return outValue;
  }

  @Override
  public boolean wasNull() {
    return wasNull;
  }

  @Override
  public String getString(int index) throws SQLException {
    Object value = out(index);
    return value == null ? null : JdbcValues.toText(value);
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    Object value = out(index);
    return value == null ? false : Numbers.toBoolean(value);
  }

  @Override
  public byte getByte(int index) throws SQLException {
    Object value = out(index);
    return value == null ? 0 : JdbcValues.toByte(value);
  }

  @Override
  public short getShort(int index) throws SQLException {
    Object value = out(index);
    return value == null ? 0 : JdbcValues.toShort(value);
  }

  @Override
  public int getInt(int index) throws SQLException {
    Object value = out(index);
    return value == null ? 0 : JdbcValues.toInt(value);
  }

  @Override
  public long getLong(int index) throws SQLException {
    Object value = out(index);
    return value == null ? 0 : JdbcValues.toLong(value);
  }

  @Override
  public float getFloat(int index) throws SQLException {
    Object value = out(index);
    return value == null ? 0 : Numbers.toFloat(value);
  }

  @Override
  public double getDouble(int index) throws SQLException {
    Object value = out(index);
    return value == null ? 0 : Numbers.toDouble(value, "a double");
  }

  @Override
  public BigDecimal getBigDecimal(int index) throws SQLException {
    Object value = out(index);
    return value == null ? null : Numbers.toDecimal(value, "a decimal");
  }

  @Override
  public byte[] getBytes(int index) throws SQLException {
    Object value = out(index);
    return value == null ? null : JdbcValues.toBytes(value);
  }

  @Override
  public Date getDate(int index) throws SQLException {
    return getDate(index, null);
  }

  @Override
  public Date getDate(int index, Calendar calendar) throws SQLException {
    Object value = out(index);
    return value == null ? null : Temporals.toDate(value, calendar);
  }

  @Override
  public Time getTime(int index) throws SQLException {
    return getTime(index, null);
  }

  @Override
  public Time getTime(int index, Calendar calendar) throws SQLException {
    Object value = out(index);
    return value == null ? null : Temporals.toTime(value, calendar);
  }

  @Override
  public Timestamp getTimestamp(int index) throws SQLException {
    return getTimestamp(index, null);
  }

  @Override
  public Timestamp getTimestamp(int index, Calendar calendar) throws SQLException {
    Object value = out(index);
    return value == null ? null : Temporals.toTimestamp(value, calendar);
  }

  @Override
  public Reader getCharacterStream(int index) throws SQLException {
    return JdbcValues.to(Reader.class, out(index));
  }

  @Override
  public Blob getBlob(int index) throws SQLException {
    return JdbcValues.to(Blob.class, out(index));
  }

  @Override
  public Clob getClob(int index) throws SQLException {
    return JdbcValues.to(Clob.class, out(index));
  }

  @Override
  public NClob getNClob(int index) throws SQLException {
    return JdbcValues.to(NClob.class, out(index));
  }

  @Override
  public Reader getNCharacterStream(int index) throws SQLException {
    return getCharacterStream(index);
  }

  @Override
  public String getNString(int index) throws SQLException {
    return getString(index);
  }

  @Override
  public <T> T getObject(int index, Class<T> type) throws SQLException {
    return JdbcValues.to(type, out(index));
  }

  @Override
  public Object getObject(int index) throws SQLException {
    Object value = out(index);
    return value == null ? null : JdbcValues.toObject(outType, value);
  }

  @Override
  public Object getObject(int index, Map<String, Class<?>> map) throws SQLException {
    return getObject(index);
  }

  @Override
  @Deprecated
  public BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(index);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public Array getArray(int index) throws SQLException {
    throw SqlErrors.unsupported("The type ARRAY");
  }

  @Override
  public Ref getRef(int index) throws SQLException {
    throw SqlErrors.unsupported("The type REF");
  }

  @Override
  public RowId getRowId(int index) throws SQLException {
    throw SqlErrors.unsupported("The type ROWID");
  }

  @Override
  public SQLXML getSQLXML(int index) throws SQLException {
    throw SqlErrors.unsupported("The type XML");
  }

  @Override
  public URL getURL(int index) throws SQLException {
    throw SqlErrors.unsupported("A URL as the result of a call");
  }
}
