package org.thetisdb.relational.database;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Databases for tests: H2 in this process, and PostgreSQL where {@code THETIS_POSTGRESQL} or {@code
 * -Dthetis.postgresql} has its JDBC URL (user and so on as its parameters). Each one is new and has
 * the table of accounts.
 */
public final class Databases {
  public static final String H2 = "H2";
  public static final String POSTGRESQL = "PostgreSQL";

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE account (id BIGINT PRIMARY KEY, owner VARCHAR(40) NOT NULL,"
              + " cents BIGINT NOT NULL CHECK (cents >= 0))",
          "CREATE TABLE entry (account BIGINT NOT NULL REFERENCES account, number INT NOT NULL,"
              + " what VARCHAR(80), PRIMARY KEY (account, number))");

  private Databases() {}

  /** A new one. */
  public static DatabaseLogin of(String kind) {
    return kind.equals(H2) ? h2() : postgresql();
  }

  /** In memory, as long as the process. */
  public static DatabaseLogin h2() {
    String url =
        "jdbc:h2:mem:p%d-%d;DB_CLOSE_DELAY=-1"
            .formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
    DatabaseLogin login = DatabaseLogin.of(url, "sa");
    say(login, TABLES);
    return login;
  }

  /** A schema of its own; the test is skipped where no server is named. */
  public static DatabaseLogin postgresql() {
    String named = System.getProperty("thetis.postgresql", System.getenv("THETIS_POSTGRESQL"));
    assumeTrue(
        named != null,
        "no PostgreSQL: name one with THETIS_POSTGRESQL=jdbc:postgresql://host/database?user=name");
    String schema =
        "thetis_%d_%d".formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
    String url = named + (named.contains("?") ? "&" : "?") + "currentSchema=" + schema;
    DatabaseLogin login = DatabaseLogin.of(url, System.getProperty("user.name"));
    say(login, List.of("CREATE SCHEMA " + schema));
    say(login, TABLES);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> say(login, List.of("DROP SCHEMA " + schema + " CASCADE"))));
    return login;
  }

  /** PostgreSQL that prepares; the test is skipped where the server named does not. */
  public static DatabaseLogin preparing() {
    DatabaseLogin login = postgresql();
    assumeTrue(
        number(login, DatabaseDialect.POSTGRESQL.canPrepare()) > 0,
        "the PostgreSQL named has max_prepared_transactions = 0");
    return login;
  }

  /** Says something on a connection of its own, as a stranger would. */
  public static void say(DatabaseLogin login, List<String> texts) {
    try (Connection connection = login.open()) {
      DatabaseDialect.say(connection, texts);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A connection of a stranger. */
  public static Connection stranger(DatabaseLogin login) {
    return login.open();
  }

  /** One number that a stranger reads. */
  public static long number(DatabaseLogin login, String sql) {
    try (Connection connection = login.open();
        Statement statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
