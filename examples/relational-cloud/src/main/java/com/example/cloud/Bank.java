package com.example.cloud;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.relational.RelationalCloud;
import org.thetisdb.relational.database.DatabaseLogin;

/** The accounts of a bank in two databases: even numbers in the first, odd ones in the second. */
public final class Bank implements AutoCloseable {
  private final RelationalCloud cloud;

  private Bank(RelationalCloud cloud) {
    this.cloud = cloud;
  }

  /**
   * One host of the bank, with its own two databases.
   *
   * @param host no other host is called so
   */
  public static Bank open(ThetisClient client, String host, DatabaseLogin even, DatabaseLogin odd) {
    return new Bank(RelationalCloud.open(client, host, Map.of(0L, even, 1L, odd)));
  }

  /** Makes the table, as a migration tool would at each database. */
  public static void makeTable(DatabaseLogin login) throws SQLException {
    try (Connection connection = login.open();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS account"
              + " (id BIGINT PRIMARY KEY, cents BIGINT NOT NULL CHECK (cents >= 0))");
    }
  }

  private static long partition(long account) {
    return account % 2;
  }

  /** Opens an account. */
  public void add(long account, long cents) {
    cloud.run(
        tx -> tx.execute(partition(account), "INSERT INTO account VALUES (?, ?)", account, cents),
        partition(account));
  }

  /**
   * Moves money, within one database or between both.
   *
   * @throws org.thetisdb.relational.RelationalException with 23513 of H2 if there is not enough
   */
  public void transfer(long from, long to, long cents) {
    String change = "UPDATE account SET cents = cents + ? WHERE id = ?";
    cloud.run(
        tx -> {
          tx.execute(partition(to), change, cents, to);
          return tx.execute(partition(from), change, -cents, from);
        },
        partition(from),
        partition(to));
  }

  /** All money, as of one moment. */
  public long sum() {
    String sum = "SELECT CAST(COALESCE(SUM(cents), 0) AS BIGINT) FROM account";
    return cloud.run(
        tx -> (Long) tx.execute(0, sum).first() + (Long) tx.execute(1, sum).first(), 0, 1);
  }

  /** What this host's database has of an account. */
  public long cents(long account) {
    return (Long)
        cloud.read(partition(account), "SELECT cents FROM account WHERE id = ?", account).first();
  }

  /** How many transactions this host's databases have. */
  public long version() {
    return cloud.version(0) + cloud.version(1);
  }

  /** The same at hosts that have the same rows. */
  public long digest() {
    return 31 * cloud.digest(0) + cloud.digest(1);
  }

  @Override
  public void close() {
    cloud.close();
  }
}
