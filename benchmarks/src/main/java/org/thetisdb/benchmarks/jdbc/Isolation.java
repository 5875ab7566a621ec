package org.thetisdb.benchmarks.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/** The isolation that terminals ask their connections for. */
public enum Isolation {
  /** Each statement sees what is committed when it begins. */
  READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
  /** All statements of a transaction see one moment. */
  REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
  /** As if transactions ran one after the other. */
  SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

  private final int level;

  Isolation(int level) {
    this.level = level;
  }

  /** As people write it, such as {@code read-committed}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The isolation that people write so.
   *
   * @throws IllegalArgumentException if there is none; the message names those that are
   */
  public static Isolation of(String word) {
    for (Isolation isolation : values()) {
      if (isolation.word().equals(word)) {
        return isolation;
      }
    }
    String words = String.join(", ", Arrays.stream(values()).map(Isolation::word).toList());
    throw new IllegalArgumentException("'" + word + "' is none of " + words);
  }

  /** Connections of this isolation. */
  ConnectionSource over(ConnectionSource source) {
    return () -> {
      Connection connection = source.open();
      try {
        connection.setTransactionIsolation(level);
        return connection;
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    };
  }
}
