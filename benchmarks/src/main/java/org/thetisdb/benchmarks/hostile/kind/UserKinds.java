package org.thetisdb.benchmarks.hostile.kind;

import java.util.List;
import org.thetisdb.benchmarks.hostile.Attacker;
import org.thetisdb.benchmarks.hostile.HostileKind;
import org.thetisdb.benchmarks.hostile.HostileUsers;

/** Users with few rights or none, who try all the same, and some who have no password. */
final class UserKinds {
  /** Of what is the bystander's, of what nobody may, and of what is not there. */
  private static final List<String> FORBIDDEN =
      List.of(
          "SELECT count(*) FROM bystander",
          "UPDATE bystander SET n = -1",
          "DELETE FROM bystander_tag",
          "TRUNCATE bystander",
          "DROP TABLE bystander",
          "CREATE INDEX forbidden ON bystander (n)",
          "ALTER TABLE bystander ADD COLUMN forbidden INT",
          "CREATE TABLE forbidden (id INT PRIMARY KEY)",
          "CREATE VIEW forbidden AS SELECT * FROM bystander",
          "CREATE SCHEMA forbidden",
          "CREATE USER forbidden PASSWORD 'of nobody'",
          "GRANT admin TO " + HostileUsers.NOBODY,
          "GRANT ALL ON bystander TO PUBLIC",
          "ALTER TABLE bystander OWNER TO " + HostileUsers.CLERK,
          "SELECT * FROM information_schema.sites",
          "SELECT count(*) FROM information_schema.tables, information_schema.columns",
          "SELECT * FROM not_there");

  private UserKinds() {}

  /** They do the work of all others, too. */
  static List<HostileKind> all(HostileKind.Attack mixed) {
    HostileKind.Attack tries = attacker -> tries(attacker, mixed);
    return List.of(
        new HostileKind(
            "nobody", "a user who may do nothing does all of it", 4, tries, HostileUsers.NOBODY),
        new HostileKind(
            "clerk", "a user who may do little does all of it", 4, tries, HostileUsers.CLERK),
        new HostileKind("guesses", "wrong passwords", 4, UserKinds::guesses, HostileUsers.GUESSED));
  }

  private static void tries(Attacker attacker, HostileKind.Attack mixed)
      throws InterruptedException {
    if (attacker.random().nextBoolean()) {
      mixed.strike(attacker);
    } else {
      boolean unused = attacker.send(FORBIDDEN.get(attacker.random().nextInt(FORBIDDEN.size())));
    }
  }

  /** To have a connection is all that it wants. */
  private static void guesses(Attacker attacker) throws InterruptedException {
    boolean unused = attacker.attempt(on -> {});
  }
}
