package org.thetisdb.client.jdbc.session;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ClientTls;
import org.thetisdb.client.SslMode;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.core.config.NearestName;

/**
 * A URL of JDBC: {@code jdbc:thetis://host:port[,host:port]/[database][?option=value&...]}.
 * Immutable.
 *
 * @param addresses of routers, separated by commas
 * @param database the cluster's name; empty for whichever there is
 * @param options each by its name, those of the URL before those of the properties
 */
public record ThetisUrl(String addresses, String database, Map<String, String> options) {
  /** How all of them begin. */
  public static final String PREFIX = "jdbc:thetis:";

  private static final String BEGIN = PREFIX + "//";
  private static final int DEFAULT_PORT = 7433;

  /** Whether it is for this driver to read a URL. */
  public static boolean isOurs(String url) {
    return url != null && url.startsWith(PREFIX);
  }

  /** Reads a URL and the properties beside it, which may be null. */
  public static ThetisUrl parse(String url, Properties properties) throws SQLException {
    if (!url.startsWith(BEGIN)) {
      throw malformed(url);
    }
    int question = url.indexOf('?');
    String place = url.substring(BEGIN.length(), question < 0 ? url.length() : question);
    int slash = place.indexOf('/');
    String hosts = slash < 0 ? place : place.substring(0, slash);
    if (hosts.isBlank()) {
      throw malformed(url);
    }
    Map<String, String> options = new LinkedHashMap<>();
    if (properties != null) {
      properties.stringPropertyNames().forEach(n -> options.put(n, properties.getProperty(n)));
    }
    if (question >= 0) {
      readOptions(url.substring(question + 1), options);
    }
    requireKnown(options);
    String database = slash < 0 ? "" : decode(place.substring(slash + 1));
    return new ThetisUrl(withPorts(hosts), database, Map.copyOf(options));
  }

  private static SQLException malformed(String url) {
    return SqlErrors.of(
        "08001",
        "\""
            + url
            + "\" is not a URL of Thetis. Write jdbc:thetis://host:port[,host:port]/[?...].");
  }

  private static String withPorts(String hosts) {
    String[] each = hosts.split(",", -1);
    for (int i = 0; i < each.length; i++) {
      each[i] = each[i].strip();
      boolean hasPort = each[i].lastIndexOf(':') > each[i].lastIndexOf(']');
      each[i] = hasPort || each[i].isEmpty() ? each[i] : each[i] + ":" + DEFAULT_PORT;
    }
    return String.join(",", each);
  }

  private static void readOptions(String query, Map<String, String> options) throws SQLException {
    for (String part : query.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        options.put(part.substring(0, equals), decode(part.substring(equals + 1)));
      } else if (!part.isEmpty()) {
        throw SqlErrors.of("08001", "The option \"" + part + "\" of the URL has no value.");
      }
    }
  }

  private static String decode(String text) throws SQLException {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of("08001", "\"" + text + "\" in the URL is not well encoded.");
    }
  }

  private static void requireKnown(Map<String, String> options) throws SQLException {
    for (String name : options.keySet()) {
      if (ConnectionOption.find(name) == null) {
        String nearest = NearestName.of(name, ConnectionOption.keys());
        String hint =
            nearest == null
                ? " There are " + String.join(", ", ConnectionOption.keys()) + "."
                : " Did you mean \"" + nearest + "\"?";
        throw SqlErrors.of("08001", "There is no option \"" + name + "\"." + hint);
      }
    }
  }

  /** What was said of an option, or its default. */
  public String option(ConnectionOption option) {
    return options.getOrDefault(option.key(), option.defaultValue());
  }

  /** A time in milliseconds that must lie in the option's bounds. */
  int ms(ConnectionOption option) throws SQLException {
    String text = option(option);
    try {
      int ms = Integer.parseInt(text);
      if (ms >= 1) {
        return ms;
      }
    } catch (NumberFormatException e) {
      // The sentence below says it.
    }
    throw SqlErrors.of(
        "08001", "Option " + option.key() + " is milliseconds, 1 and above, not \"" + text + "\".");
  }

  /** An option that is true or false. */
  public boolean flag(ConnectionOption option) throws SQLException {
    String text = option(option);
    if (!text.equals("true") && !text.equals("false")) {
      throw SqlErrors.of(
          "08001", "Option " + option.key() + " is true or false, not \"" + text + "\".");
    }
    return text.equals("true");
  }

  private ClientTls tls() throws SQLException {
    try {
      return new ClientTls(
          SslMode.of(option(ConnectionOption.SSL_MODE)),
          option(ConnectionOption.SSL_ROOT_CERT),
          option(ConnectionOption.SSL_CERT),
          option(ConnectionOption.SSL_KEY));
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of("08001", e.getMessage());
    }
  }

  /** What the native client has to know of it. */
  public ClientOptions clientOptions() throws SQLException {
    return ClientOptions.defaults()
        .withToken(option(ConnectionOption.TOKEN))
        .withTls(tls())
        .withUser(option(ConnectionOption.USER), option(ConnectionOption.PASSWORD))
        .withCallTimeout(Duration.ofMillis(ms(ConnectionOption.STATEMENT_TIMEOUT_MS)))
        .withConnectTimeout(Duration.ofMillis(ms(ConnectionOption.CONNECT_TIMEOUT_MS)))
        .withReconnectTimeout(Duration.ofMillis(ms(ConnectionOption.RECONNECT_TIMEOUT_MS)));
  }
}
