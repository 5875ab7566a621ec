package org.thetisdb.benchmarks.hostile;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;

/**
 * Users as whom hostile clients log in. They are there only while their kind runs: a cluster with
 * passwords asks all others for one. Immutable.
 */
public final class HostileUsers {
  /** May do nothing. */
  public static final String NOBODY = "hostile_nobody";

  /** May read and write the rows that hostile clients have, and make no table. */
  public static final String CLERK = "hostile_clerk";

  /** Whose password hostile clients do not know. */
  public static final String GUESSED = "hostile_guessed";

  private static final int PASSWORD_BYTES = 16;

  private final String password = random();
  private final String unknown = random();

  private static String random() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** What hostile clients show, whether it is right or not. */
  String password() {
    return password;
  }

  /** Makes them, with a right on a table for the one that has any. */
  void make(Connection on, String table) throws SQLException {
    execute(
        on,
        List.of(
            user(NOBODY, password),
            user(CLERK, password),
            user(GUESSED, unknown),
            "GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %s".formatted(table, CLERK)));
  }

  private static String user(String name, String password) {
    return "CREATE USER IF NOT EXISTS %s PASSWORD '%s'".formatted(name, password);
  }

  /** Takes them away again. */
  void drop(Connection on, String table) throws SQLException {
    execute(
        on,
        List.of(
            "REVOKE ALL ON %s FROM %s".formatted(table, CLERK),
            "DROP USER IF EXISTS " + NOBODY,
            "DROP USER IF EXISTS " + CLERK,
            "DROP USER IF EXISTS " + GUESSED));
  }

  private static void execute(Connection on, List<String> definitions) throws SQLException {
    try (Statement statement = on.createStatement()) {
      for (String definition : definitions) {
        statement.execute(definition);
      }
    }
  }
}
