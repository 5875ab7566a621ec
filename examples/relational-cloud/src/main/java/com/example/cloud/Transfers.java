package com.example.cloud;

import java.sql.SQLException;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.embedded.EmbeddedThetis;
import org.thetisdb.relational.RelationalCloud;
import org.thetisdb.relational.RelationalException;
import org.thetisdb.relational.database.DatabaseLogin;

/** Shows the bank at two hosts, one of which goes and comes back. */
public final class Transfers {
  private Transfers() {}

  private static DatabaseLogin database(String name) throws SQLException {
    DatabaseLogin login = DatabaseLogin.of("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa");
    Bank.makeTable(login);
    return login;
  }

  private static void awaitVersion(Bank bank, long version) throws InterruptedException {
    for (int i = 0; i < 500 && bank.version() < version; i++) {
      Thread.sleep(20);
    }
  }

  private static void say(String text) {
    System.out.println(text);
  }

  /** Takes no arguments. */
  public static void main(String[] arguments) throws SQLException, InterruptedException {
    DatabaseLogin even = database("berlin-even");
    DatabaseLogin odd = database("berlin-odd");
    say("A cluster of one site starts.");
    try (EmbeddedThetis cluster = EmbeddedThetis.start();
        ThetisClient client = cluster.connect();
        Bank paris = paris(client)) {
      try (Bank berlin = Bank.open(client, "berlin", even, odd)) {
        berlin.add(1, 10_000);
        berlin.add(2, 0);
        for (int i = 0; i < 50; i++) {
          berlin.transfer(1, 2, 100);
        }
        say("Berlin made 50 transfers between its two databases.");
        refuse(berlin);
        awaitVersion(paris, 102);
        say("Paris has them, too: account 2 has " + paris.cents(2) + " there.");
      }
      paris.transfer(2, 1, 2_500);
      say("Berlin is gone. Paris took 2500 back; all money: " + paris.sum() + ".");
      try (Bank berlin = Bank.open(client, "berlin", even, odd)) {
        say("Berlin is back; all money: " + berlin.sum() + ".");
        awaitVersion(berlin, paris.version());
        say("Both have the same rows: " + (berlin.digest() == paris.digest()) + ".");
      }
    }
  }

  private static Bank paris(ThetisClient client) throws SQLException {
    RelationalCloud.install(client, 2);
    return Bank.open(client, "paris", database("paris-even"), database("paris-odd"));
  }

  private static void refuse(Bank bank) {
    try {
      bank.transfer(1, 2, 1_000_000);
      throw new IllegalStateException("account 1 is overdrawn");
    } catch (RelationalException e) {
      say("A transfer of too much is refused at both: " + e.getMessage());
    }
  }
}
