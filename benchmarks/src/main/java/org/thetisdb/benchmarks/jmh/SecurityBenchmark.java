package org.thetisdb.benchmarks.jmh;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.core.security.PasswordKeys;
import org.thetisdb.core.security.ScramClient;
import org.thetisdb.core.security.ScramServer;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.sql.rights.Access;
import org.thetisdb.sql.rights.Accesses;
import org.thetisdb.sql.rights.GrantDef;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.rights.Rights;
import org.thetisdb.sql.rights.RoleDef;
import org.thetisdb.sql.rights.Securable;
import org.thetisdb.sql.rights.UserRights;

/**
 * What it costs a router to ask whether a statement or a call is allowed, and its part of a login.
 * The client's part of a login is not in it, as the router has none of it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class SecurityBenchmark {
  private static final int USERS = 100;
  private static final int TABLES = 500;
  private static final Securable VIEW = Securable.of(Securable.Kind.VIEW, 3);
  private static final String USER = "user7";
  private static final String PASSWORD = "a password of some length";

  /** A catalog with many users, each with rights on many tables. */
  @State(Scope.Benchmark)
  public static class Granted {
    private final UserRights user = rights().user(USER);
    private final Accesses one = accesses(1);
    private final Accesses three = accesses(3);
    private final Accesses throughView =
        Accesses.of(
            List.of(
                new Access(VIEW, Privilege.SELECT.bit(), "view", null, null),
                new Access(
                    Securable.of(Securable.Kind.TABLE, 17),
                    Privilege.SELECT.bit(),
                    "table",
                    VIEW,
                    null)));
    private final Securable procedure =
        new Securable(Securable.Kind.JAR_PROCEDURE, 0, "SendPayment");

    private static Rights rights() {
      List<RoleDef> roles = new ArrayList<>();
      for (int id = 100; id < 100 + USERS; id++) {
        roles.add(RoleDef.role(id, "user" + (id - 100)).withLogin(true));
      }
      int readsAndWrites = Privilege.bits(Privilege.SELECT, Privilege.UPDATE);
      List<GrantDef> grants = new ArrayList<>();
      for (int table = 1; table <= TABLES; table++) {
        GrantDef grant = GrantDef.initial(table, Securable.of(Securable.Kind.TABLE, table));
        for (RoleDef role : roles) {
          grant = grant.with(role.id(), readsAndWrites);
        }
        grants.add(grant);
      }
      grants.add(
          GrantDef.initial(TABLES + 2, VIEW).withOwner(150).with(107, Privilege.SELECT.bit()));
      Securable called = new Securable(Securable.Kind.JAR_PROCEDURE, 0, "SendPayment");
      grants.add(GrantDef.initial(TABLES + 1, called).with(107, Privilege.EXECUTE.bit()));
      return new Rights(roles, grants);
    }

    private static Accesses accesses(int tables) {
      List<Access> all = new ArrayList<>();
      for (int i = 0; i < tables; i++) {
        Securable table = Securable.of(Securable.Kind.TABLE, 17 + 100 * i);
        all.add(new Access(table, Privilege.SELECT.bit(), "table", null, null));
      }
      return Accesses.of(all);
    }
  }

  /** A statement on one table. */
  @Benchmark
  public UserRights statementOnOneTable(Granted granted) {
    UserRights user = granted.user;
    user.require(granted.one);
    return user;
  }

  /** A statement on three tables. */
  @Benchmark
  public UserRights statementOnThreeTables(Granted granted) {
    UserRights user = granted.user;
    user.require(granted.three);
    return user;
  }

  /** A statement on a view of somebody else, which reads a table by its owner's rights. */
  @Benchmark
  public UserRights statementOnView(Granted granted) {
    UserRights user = granted.user;
    user.require(granted.throughView);
    return user;
  }

  /** A call of a procedure of a jar. */
  @Benchmark
  public UserRights call(Granted granted) {
    UserRights user = granted.user;
    user.requireExecute(granted.procedure, "SendPayment");
    return user;
  }

  /** What a client has said, and what it is checked against. */
  @State(Scope.Benchmark)
  public static class Said {
    private final ScramVerifier verifier =
        ScramVerifier.of(PASSWORD, "0123456789abcdef".getBytes(StandardCharsets.US_ASCII), 4_096);
    private final ScramClient client = new ScramClient(USER, "the nonce of a client", null);
    private final String kept = verifier.text();
    private final String first = client.first();
    private final String proof =
        client.proof(
            ScramServer.of(first).challenge(verifier, "the nonce of a server", null),
            new PasswordKeys(PASSWORD));
  }

  /** The router's part of a login, out of the texts that come and of the verifier's text. */
  @Benchmark
  public String login(Said said) {
    ScramServer server = ScramServer.of(said.first);
    server.challenge(ScramVerifier.read(said.kept), "the nonce of a server", null);
    return server.check(said.proof);
  }
}
