package org.thetisdb.client.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.thetisdb.client.jdbc.metadata.Limits;
import org.thetisdb.client.jdbc.result.Unwrapping;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/** The settings of a statement. */
abstract class StatementSettings implements Statement, Unwrapping {
  long maxRows;
  int fetchSize;
  int timeoutS;
  boolean escapes = true;
  boolean closeOnCompletion;
  private boolean poolable;

  static int checkedSize(String what, int size) throws SQLException {
    if (size < 0) {
      throw SqlErrors.badArgument("The " + what + " cannot be " + size + ".");
    }
    return size;
  }

  static int toInt(long count) {
    return (int) Math.min(Integer.MAX_VALUE, count);
  }

  /** Throws if the statement is closed. */
  abstract void requireOpen() throws SQLException;

  @Override
  public int getQueryTimeout() throws SQLException {
    requireOpen();
    return timeoutS;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    requireOpen();
    timeoutS = checkedSize("time-out", seconds);
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    requireOpen();
    return maxRows;
  }

  @Override
  public void setLargeMaxRows(long max) throws SQLException {
    requireOpen();
    if (max < 0) {
      throw SqlErrors.badArgument("The most rows cannot be " + max + ".");
    }
    maxRows = max;
  }

  @Override
  public int getMaxRows() throws SQLException {
    return toInt(getLargeMaxRows());
  }

  @Override
  public void setMaxRows(int max) throws SQLException {
    setLargeMaxRows(max);
  }

  @Override
  public int getFetchSize() throws SQLException {
    requireOpen();
    return fetchSize;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    requireOpen();
    fetchSize = checkedSize("fetch size", rows);
  }

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  /** A hint, which changes nothing. */
  @Override
  public void setFetchDirection(int direction) throws SQLException {
    if (direction < ResultSet.FETCH_FORWARD || direction > ResultSet.FETCH_UNKNOWN) {
      throw SqlErrors.badArgument("There is no direction " + direction + ".");
    }
  }

  @Override
  public int getMaxFieldSize() {
    return 0;
  }

  @Override
  public void setMaxFieldSize(int max) throws SQLException {
    if (checkedSize("field size", max) > 0) {
      throw SqlErrors.unsupported("A greatest size of fields");
    }
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    requireOpen();
    escapes = enable;
  }

  @Override
  public void setCursorName(String name) throws SQLException {
    throw SqlErrors.unsupported("A named cursor");
  }

  @Override
  public int getResultSetConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetHoldability() {
    return Limits.HOLDABILITY;
  }

  @Override
  public boolean isPoolable() throws SQLException {
    requireOpen();
    return poolable;
  }

  @Override
  public void setPoolable(boolean newPoolable) throws SQLException {
    requireOpen();
    poolable = newPoolable;
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    requireOpen();
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    requireOpen();
    return closeOnCompletion;
  }
}
