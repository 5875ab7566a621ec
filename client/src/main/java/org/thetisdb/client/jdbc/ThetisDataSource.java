package org.thetisdb.client.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.thetisdb.client.jdbc.result.Unwrapping;
import org.thetisdb.client.jdbc.session.ConnectionOption;
import org.thetisdb.client.jdbc.session.ThetisUrl;

/**
 * A data source that opens a connection each time, with a socket of its own: a pool in front of it
 * bounds and saves connections.
 *
 * <pre>{@code
 * ThetisDataSource source = new ThetisDataSource("jdbc:thetis://127.0.0.1:7433/");
 * source.setLoginTimeout(3);
 * try (Connection connection = source.getConnection()) {
 *   connection.setAutoCommit(false);
 *   try (Statement statement = connection.createStatement()) {
 *     statement.executeUpdate("UPDATE account SET balance = balance - 1 WHERE id = 7");
 *   }
 *   connection.commit();
 * }
 * }</pre>
 *
 * <p>Holds nothing that must be closed; the caller closes the connections. Thread-safe: a change
 * counts for connections that are opened later.
 */
public final class ThetisDataSource implements DataSource {
  private volatile String url = "jdbc:thetis://127.0.0.1:7433/";
  private volatile int loginTimeoutS;
  private volatile PrintWriter logWriter;

  /**
   * A data source for {@code jdbc:thetis://127.0.0.1:7433/}, until {@link #setUrl} changes that.
   */
  public ThetisDataSource() {}

  /**
   * A data source for a cluster.
   *
   * @param url as {@link ThetisDriver} takes it; read when a connection is opened
   */
  public ThetisDataSource(String url) {
    this.url = url;
  }

  /** {@return the URL, with its options} */
  public String getUrl() {
    return url;
  }

  /**
   * Sets the URL, with its options.
   *
   * @param newUrl as {@link ThetisDriver} takes it; read when a connection is opened
   */
  public void setUrl(String newUrl) {
    url = newUrl;
  }

  /**
   * Connects to the cluster.
   *
   * @return a connection with auto-commit, which the caller closes
   * @throws SQLException as {@link ThetisDriver#connect} says
   */
  @Override
  public Connection getConnection() throws SQLException {
    return getConnection(null, null);
  }

  /**
   * Connects to the cluster.
   *
   * @param user what {@code getUserName} shows; may be null, and is not checked
   * @param password not used
   * @return a connection with auto-commit, which the caller closes
   * @throws SQLException as {@link ThetisDriver#connect} says
   */
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

  /**
   * Sets how long to wait for a router. The option {@code connectTimeoutMs} of the URL counts more.
   *
   * @param seconds 0, the default, for ten seconds
   */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeoutS = seconds;
  }

  @Override
  public int getLoginTimeout() {
    return loginTimeoutS;
  }

  /**
   * The driver logs by SLF4J.
   *
   * @throws SQLFeatureNotSupportedException always
   */
  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException(
        "The driver does not log with java.util.logging.", "0A000");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return Unwrapping.as(type, this);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
