package org.thetisdb.client.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.Properties;
import java.util.logging.Logger;
import org.thetisdb.client.jdbc.session.ConnectionOption;
import org.thetisdb.client.jdbc.session.ThetisUrl;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/**
 * The driver for {@code jdbc:thetis://host:port[,host:port]/}. It registers itself when {@link
 * DriverManager} looks for drivers. Thread-safe.
 */
public final class ThetisDriver implements Driver {
  static final int MAJOR = 0;
  static final int MINOR = 1;

  static {
    try {
      DriverManager.registerDriver(new ThetisDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For the service loader. */
  public ThetisDriver() {}

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    return acceptsURL(url) ? open(ThetisUrl.parse(url, properties)) : null;
  }

  static Connection open(ThetisUrl url) throws SQLException {
    return ThetisConnection.open(url);
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw SqlErrors.of("08001", "The URL is null.");
    }
    return ThetisUrl.isOurs(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return Arrays.stream(ConnectionOption.values())
        .map(option -> describe(option, properties))
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo describe(ConnectionOption option, Properties properties) {
    String value = properties == null ? null : properties.getProperty(option.key());
    DriverPropertyInfo info =
        new DriverPropertyInfo(option.key(), value == null ? option.defaultValue() : value);
    info.description = option.description();
    return info;
  }

  @Override
  public int getMajorVersion() {
    return MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return MINOR;
  }

  /** Whether it passes the whole test suite of JDBC: Thetis lacks parts of SQL-92 entry level. */
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException(
        "The driver does not log with java.util.logging.", "0A000");
  }
}
