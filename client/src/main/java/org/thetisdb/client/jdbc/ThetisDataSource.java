package org.thetisdb.client.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.thetisdb.client.jdbc.session.ConnectionOption;
import org.thetisdb.client.jdbc.session.ThetisUrl;

/**
 * A data source that opens a connection each time; connections to one cluster share a wire, so that
 * costs little. Set the URL before the first connection. Thread-safe after that.
 */
public final class ThetisDataSource implements DataSource, Unwrapping {
  private volatile String url = "jdbc:thetis://127.0.0.1:7433/";
  private volatile int loginTimeoutS;
  private volatile PrintWriter logWriter;

  /** A data source for a cluster on this machine. */
  public ThetisDataSource() {}

  /** A data source for a cluster elsewhere. */
  public ThetisDataSource(String url) {
    this.url = url;
  }

  /** The URL, as {@link ThetisDriver} takes it. */
  public String getUrl() {
    return url;
  }

  /** Sets the URL, with its options. */
  public void setUrl(String newUrl) {
    url = newUrl;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return getConnection(null, null);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty(ConnectionOption.USER.key(), user);
    }
    if (loginTimeoutS > 0) {
      properties.setProperty(
          ConnectionOption.CONNECT_TIMEOUT_MS.key(), Long.toString(loginTimeoutS * 1_000L));
    }
    return ThetisDriver.open(ThetisUrl.parse(url, properties));
  }

  @Override
  public PrintWriter getLogWriter() {
    return logWriter;
  }

  /** Kept for the caller; nothing is written to it. */
  @Override
  public void setLogWriter(PrintWriter out) {
    logWriter = out;
  }

  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeoutS = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutS;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException(
        "The driver does not log with java.util.logging.", "0A000");
  }
}
