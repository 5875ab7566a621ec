package org.thetisdb.client.jdbc;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.thetisdb.client.jdbc.metadata.Limits;
import org.thetisdb.client.jdbc.result.JdbcRowCursor;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.LargeValues;

/** The rows of a query. Forward only, or scrolled over rows that are all here. */
final class ThetisResultSet extends ConvertingResultSet {
  private final ThetisStatement statement;
  private final ResultColumns columns;
  private final JdbcType[] types;
  private final JdbcRowCursor rows;
  private final int scrollType;
  private int fetchSize;
  private boolean wasNull;
  private boolean closed;

  /** {@code statement} is null for what the driver made up. */
  ThetisResultSet(
      ThetisStatement statement, ResultColumns columns, JdbcRowCursor rows, int scrollType)
      throws SQLException {
    this.statement = statement;
    this.columns = columns;
    this.rows = rows;
    this.scrollType = scrollType;
    this.types = new JdbcType[columns.getColumnCount()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.type(i + 1);
    }
  }

  /** Rows that are not of a statement. */
  static ThetisResultSet made(ResultColumns columns, List<List<Object>> rows) throws SQLException {
    return new ThetisResultSet(null, columns, JdbcRowCursor.of(rows), TYPE_SCROLL_INSENSITIVE);
  }

  private void requireOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("result");
    }
  }

  @Override
  Object sent(int column) throws SQLException {
    requireOpen();
    if (!rows.isOnRow()) {
      throw SqlErrors.of(
          "24000", "There is no present row; call next() first, and heed its answer.");
    }
    if (column < 1 || column > types.length) {
      throw SqlErrors.of(
          "07009", "There is no column " + column + "; the result has " + types.length + ".");
    }
    Object value = rows.row().get(column - 1);
    wasNull = value == null;
    return types[column - 1] == JdbcType.CHAR && value instanceof String text
        ? columns.padded(column, text)
        : value;
  }

  @Override
  LargeValues largeValues() throws SQLException {
    return statement.connection.largeValues();
  }

  @Override
  JdbcType type(int column) {
    return types[column - 1];
  }

  @Override
  JdbcType element(int column) throws SQLException {
    return columns.element(column);
  }

  /** The first value of the first row, while nothing was read; null if there is none. */
  Object firstValue() {
    return types.length == 0 || rows.size() == 0 ? null : rows.peek().get(0);
  }

  @Override
  public int findColumn(String label) throws SQLException {
    requireOpen();
    return columns.find(label);
  }

  @Override
  public boolean wasNull() throws SQLException {
    requireOpen();
    return wasNull;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    requireOpen();
    return columns;
  }

  @Override
  public boolean next() throws SQLException {
    requireOpen();
    return rows.next();
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    requireOpen();
    return rows.isBeforeFirst();
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    requireOpen();
    return rows.isAfterLast();
  }

  @Override
  public boolean isFirst() throws SQLException {
    requireOpen();
    return rows.isFirst();
  }

  @Override
  public boolean isLast() throws SQLException {
    requireOpen();
    return rows.isLast();
  }

  @Override
  public int getRow() throws SQLException {
    requireOpen();
    return rows.number();
  }

  private void requireScrollable() throws SQLException {
    requireOpen();
    if (scrollType == TYPE_FORWARD_ONLY) {
      throw SqlErrors.of(
          "24000",
          "The result goes forward only. Make the statement with TYPE_SCROLL_INSENSITIVE to"
              + " scroll.");
    }
  }

  @Override
  public void beforeFirst() throws SQLException {
    requireScrollable();
    rows.moveTo(0);
  }

  @Override
  public void afterLast() throws SQLException {
    requireScrollable();
    rows.moveTo(rows.size() + 1L);
  }

  @Override
  public boolean first() throws SQLException {
    requireScrollable();
    return rows.moveTo(1);
  }

  @Override
  public boolean last() throws SQLException {
    requireScrollable();
    return rows.moveTo(rows.size());
  }

  @Override
  public boolean absolute(int row) throws SQLException {
    requireScrollable();
    return rows.moveTo(row < 0 ? rows.size() + 1L + row : row);
  }

  @Override
  public boolean relative(int distance) throws SQLException {
    requireScrollable();
    return rows.moveTo((long) rows.place() + distance);
  }

  @Override
  public boolean previous() throws SQLException {
    return relative(-1);
  }

  @Override
  public int getType() throws SQLException {
    requireOpen();
    return scrollType;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction != FETCH_FORWARD) {
      requireScrollable();
    }
  }

  @Override
  public int getFetchDirection() {
    return FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int newSize) throws SQLException {
    requireOpen();
    fetchSize = ThetisStatement.checkedSize("fetch size", newSize);
  }

  @Override
  public int getFetchSize() throws SQLException {
    requireOpen();
    return fetchSize;
  }

  @Override
  public int getHoldability() {
    return Limits.HOLDABILITY;
  }

  @Override
  public Statement getStatement() throws SQLException {
    requireOpen();
    return statement;
  }

  @Override
  public String getCursorName() throws SQLException {
    throw SqlErrors.unsupported("A named cursor");
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    requireOpen();
    return null;
  }

  @Override
  public void clearWarnings() {}

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closed = true;
      rows.close();
      if (statement != null) {
        statement.resultClosed(this);
      }
    }
  }
}
