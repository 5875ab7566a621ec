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
import org.thetisdb.client.jdbc.metadata.Limits;
import org.thetisdb.client.jdbc.session.ConnectionOption;
import org.thetisdb.client.jdbc.session.ThetisUrl;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/**
 * The JDBC driver. It registers itself when {@link DriverManager} looks for drivers, so an
 * application names no class but gives the URL:
 *
 * <pre>{@code
 * try (Connection connection = DriverManager.getConnection("jdbc:thetis://127.0.0.1:7433/");
 *     PreparedStatement statement =
 *         connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
 *   statement.setBigDecimal(1, new BigDecimal("12.50"));
 *   statement.setLong(2, 7);
 *   statement.executeUpdate();
 * }
 * }</pre>
 *
 * <p>The URL is {@code jdbc:thetis://host:port[,host:port]/[database][?option=value&...]}. It names
 * every router, or some: the driver learns of the others, and goes on with another one when its
 * router is lost. The default port is 7433. {@code database}, the cluster's name, is checked if it
 * is given. Options may also be properties of {@link DriverManager#getConnection(String,
 * Properties)}; one of the URL counts more. Names and values are case-sensitive, and an unknown
 * option is an error:
 *
 * <table>
 * <caption>Options</caption>
 * <tr><th>option</th><th>default</th><th>meaning</th></tr>
 * <tr><td>{@code connectTimeoutMs}</td><td>10000</td><td>the longest wait for a router when
 *     connecting, in milliseconds, at least 1</td></tr>
 * <tr><td>{@code reconnectTimeoutMs}</td><td>30000</td><td>how long a statement waits for a router
 *     while none can be reached, in milliseconds, at least 1</td></tr>
 * <tr><td>{@code statementTimeoutMs}</td><td>300000</td><td>the most that a statement may take,
 *     waits included, in milliseconds, at least 1; {@code setQueryTimeout} shortens it</td></tr>
 * <tr><td>{@code currentSchema}</td><td>{@code public}</td><td>the schemas in which names without
 *     one are looked for, separated by commas</td></tr>
 * <tr><td>{@code readOnly}</td><td>{@code false}</td><td>whether connections begin
 *     read-only</td></tr>
 * <tr><td>{@code token}</td><td></td><td>shows the right to upload jars</td></tr>
 * <tr><td>{@code user}, {@code password}</td><td></td><td>accepted and not checked; the password is
 *     not sent</td></tr>
 * <tr><td>{@code ApplicationName}</td><td></td><td>kept as client info</td></tr>
 * </table>
 *
 * <p>Thread-safe.
 */
public final class ThetisDriver implements Driver {
  /** Stands for a URL that does not matter. */
  private static final String ANY_URL = "jdbc:thetis://localhost/";

  static {
    try {
      DriverManager.registerDriver(new ThetisDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For the service loader; an application needs none. */
  public ThetisDriver() {}

  /**
   * Connects to a cluster, and waits for that for {@code connectTimeoutMs}.
   *
   * @return a connection with auto-commit, which the caller closes; null if the URL is of another
   *     driver
   * @throws SQLException with SQLState 08001 if the URL is null or cannot be read, an option is
   *     unknown or has a bad value, or no router can be reached in time (T3006); 3D000 if the
   *     cluster has another name; 08P01 (T4003) if it is of another release
   */
  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    return acceptsURL(url) ? open(ThetisUrl.parse(url, properties)) : null;
  }

  static Connection open(ThetisUrl url) throws SQLException {
    return ThetisConnection.open(url);
  }

  /**
   * Whether the URL begins with {@code jdbc:thetis:}.
   *
   * @throws SQLException with SQLState 08001 if it is null
   */
  @Override
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw SqlErrors.of("08001", "The URL is null.");
    }
    return ThetisUrl.isOurs(url);
  }

  /**
   * All options with the values that {@link #connect} would take: those of the URL, else those of
   * the properties, else the defaults.
   *
   * @throws SQLException with SQLState 08001 if the URL is one of Thetis and cannot be read, or an
   *     option is unknown
   */
  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties)
      throws SQLException {
    ThetisUrl given = ThetisUrl.parse(ThetisUrl.isOurs(url) ? url : ANY_URL, properties);
    return Arrays.stream(ConnectionOption.values())
        .map(option -> describe(option, given))
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo describe(ConnectionOption option, ThetisUrl given) {
    DriverPropertyInfo info = new DriverPropertyInfo(option.key(), given.option(option));
    info.description = option.description();
    return info;
  }

  @Override
  public int getMajorVersion() {
    return Limits.MAJOR;
  }

  @Override
  public int getMinorVersion() {
    return Limits.MINOR;
  }

  /** Whether it passes the whole test suite of JDBC: Thetis lacks parts of SQL-92 entry level. */
  @Override
  public boolean jdbcCompliant() {
    return false;
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
}
