package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.security.ScramVerifier;
import org.thetisdb.core.value.ValueCodec;

/** A right is taken away from a user who reads through a router that does not lead. */
final class RevokeHazardScenarios extends RouterFixture {
  private static final long REST_US = 300_000;

  /** So short that its client does not look for another router. */
  private static final long NAP_US = 60_000;

  private static final long TIMEOUT_US = 6_000_000;
  private static final int CLERK = 100;

  RevokeHazardScenarios() {
    super(3);
  }

  private SqlSessionCore boss() {
    return new SqlSessionCore(new Caller(leader(), 1).machine.core());
  }

  private SessionCore clerkOf(RouterMachine router) {
    ClientMachine home = new ClientMachine(surroundings, CLERK, List.of(router.address())).asUser();
    home.start();
    return home.core().openSession();
  }

  private CallOutcome read(SessionCore session) {
    CallOutcome[] outcome = new CallOutcome[1];
    byte[] arguments = ValueCodec.encodeArguments(new Object[] {1L, 2L});
    session.call("Sum", arguments, TIMEOUT_US, ended -> outcome[0] = ended);
    runUntil(() -> outcome[0] != null, "the read has ended");
    return outcome[0];
  }

  private SqlSessionCore bossWithClerk() {
    SqlSessionCore boss = boss();
    byte[] salt = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    String verifier = ScramVerifier.of(ComingGrants.PASSWORD, salt, 4_096).text();
    statement(boss, "CREATE USER %s PASSWORD '%s'".formatted(ComingGrants.USER, verifier));
    statement(boss, "GRANT EXECUTE ON PROCEDURE \"Sum\" TO " + ComingGrants.USER);
    return boss;
  }

  /** Its router never asks the one that leads; the sites keep to what was acknowledged. */
  void nothingIsReadByARightThatWasRevoked() {
    startCluster();
    SqlSessionCore boss = bossWithClerk();
    RouterMachine router = replica();
    SessionCore clerk = clerkOf(router);
    for (int round = 0; round < 20; round++) {
      assertThat(read(clerk).isCommitted()).isTrue();
      world.runFor(REST_US / 10);
    }
    assertThat(router.readAtSites()).as("reads without the leader").isPositive();
    statement(boss, "REVOKE EXECUTE ON PROCEDURE \"Sum\" FROM " + ComingGrants.USER);
    assertThat(read(clerk).code()).isEqualTo(ErrorCode.NO_RIGHT);
    statement(boss, "GRANT EXECUTE ON PROCEDURE \"Sum\" TO " + ComingGrants.USER);
    assertThat(read(clerk).isCommitted()).isTrue();
  }

  /** The router sleeps meanwhile, and does not know when it wakes that anything has changed. */
  void aRouterThatSleptDoesNotReadByTheRightsOfBefore() {
    startCluster();
    SqlSessionCore boss = bossWithClerk();
    RouterMachine sleeper = replica();
    SessionCore clerk = clerkOf(sleeper);
    assertThat(read(clerk).isCommitted()).isTrue();
    world.runFor(REST_US);
    sleeper.process().pause(NAP_US);
    statement(boss, "REVOKE EXECUTE ON PROCEDURE \"Sum\" FROM " + ComingGrants.USER);
    assertThat(read(clerk).code()).isEqualTo(ErrorCode.NO_RIGHT);
  }
}
