package org.thetisdb.client.jdbc.session;

import java.util.Arrays;
import java.util.List;

/** What can be said behind the question mark of a URL, or in properties. */
public enum ConnectionOption {
  USER("user", "", "Who logs in, where the cluster asks for that; shown by getUserName."),
  PASSWORD("password", "", "Of the user; it is never sent, only proven."),
  TOKEN("token", "", "Shows the right to upload jars; the cluster's setting upload.token."),
  SSL_MODE(
      "sslmode",
      "disable",
      "TLS: disable, require, verify-ca (the router's authority) or verify-full (its host, too)."),
  SSL_ROOT_CERT("sslrootcert", "", "PEM file of the authorities that are trusted."),
  SSL_CERT("sslcert", "", "PEM file of the user's certificate, if the user shows one."),
  SSL_KEY("sslkey", "", "PEM file of its private key, PKCS#8 without a password."),
  CONNECT_TIMEOUT_MS("connectTimeoutMs", "10000", "How long to wait for a router that leads."),
  RECONNECT_TIMEOUT_MS(
      "reconnectTimeoutMs",
      "30000",
      "How long a statement waits for a router while none can be reached."),
  STATEMENT_TIMEOUT_MS(
      "statementTimeoutMs",
      "300000",
      "How long a statement may take, with all waiting, unless setQueryTimeout says another time."),
  APPLICATION_NAME("ApplicationName", "", "Kept as client info, for tools."),
  CURRENT_SCHEMA(
      "currentSchema",
      "",
      "The schemas in which names without one are looked for, separated by commas."),
  READ_ONLY("readOnly", "false", "Whether connections begin read-only.");

  private final String key;
  private final String defaultValue;
  private final String description;

  ConnectionOption(String key, String defaultValue, String description) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
  }

  static ConnectionOption find(String key) {
    for (ConnectionOption option : values()) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    return null;
  }

  static List<String> keys() {
    return Arrays.stream(values()).map(ConnectionOption::key).toList();
  }

  /** Its name in URLs and properties. */
  public String key() {
    return key;
  }

  /** What holds where nothing is said. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it is for, in a sentence. */
  public String description() {
    return description;
  }
}
