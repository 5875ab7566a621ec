package org.thetisdb.relational.database;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.relational.log.LogHead;

/** Takes values to a database and back, as types that the log can hold. Stateless. */
final class SqlValues {
  /** So many rows a statement may answer with. */
  static final int MOST_ROWS = 100_000;

  private SqlValues() {}

  static void set(PreparedStatement statement, List<Object> parameters) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      Object value = parameters.get(i);
      if (value instanceof Instant instant) {
        statement.setObject(i + 1, instant.atOffset(ZoneOffset.UTC));
      } else if (value instanceof byte[] bytes) {
        statement.setBytes(i + 1, bytes);
      } else if (value == null) {
        statement.setNull(i + 1, Types.NULL);
      } else {
        statement.setObject(i + 1, value);
      }
    }
  }

  static DatabaseResult read(ResultSet rows) throws SQLException {
    ResultSetMetaData described = rows.getMetaData();
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= described.getColumnCount(); i++) {
      columns.add(described.getColumnLabel(i));
    }
    List<List<Object>> all = new ArrayList<>();
    while (rows.next()) {
      if (all.size() == MOST_ROWS) {
        throw DatabaseException.of(
            "54000", "A statement answers with more than " + MOST_ROWS + " rows");
      }
      List<Object> row = new ArrayList<>(columns.size());
      for (int i = 1; i <= columns.size(); i++) {
        row.add(value(rows, i, described.getColumnType(i)));
      }
      all.add(row);
    }
    return new DatabaseResult(0, columns, all);
  }

  static Object value(ResultSet rows, int column, int type) throws SQLException {
    if (type == Types.TIMESTAMP_WITH_TIMEZONE) {
      return rows.getObject(column, OffsetDateTime.class);
    }
    Object value = rows.getObject(column);
    if (value instanceof Timestamp timestamp) {
      // PostgreSQL's driver calls both kinds of timestamps so.
      return rows.getMetaData().getColumnTypeName(column).equals("timestamptz")
          ? rows.getObject(column, OffsetDateTime.class)
          : timestamp.toLocalDateTime();
    }
    if (value instanceof Date date) {
      return date.toLocalDate();
    }
    if (value instanceof Time time) {
      return time.toLocalTime();
    }
    if (value instanceof Blob) {
      return rows.getBytes(column);
    }
    return plain(value, rows, column);
  }

  private static Object plain(Object value, ResultSet rows, int column) throws SQLException {
    if (value instanceof Clob) {
      return rows.getString(column);
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Float number) {
      return number.doubleValue();
    }
    if (value instanceof BigInteger number) {
      return new BigDecimal(number);
    }
    boolean isKnown =
        value == null
            || value instanceof Long
            || value instanceof Double
            || value instanceof BigDecimal
            || value instanceof Boolean
            || value instanceof byte[]
            || value instanceof UUID
            || value instanceof OffsetDateTime;
    return isKnown ? value : rows.getString(column);
  }

  /** A hash of rows that does not depend on their order. */
  static long hash(List<List<Object>> rows) {
    long sum = 0;
    for (List<Object> row : rows) {
      sum += LogHead.START.next(ValueCodec.encode(row)).chain();
    }
    return sum;
  }
}
