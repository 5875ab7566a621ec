package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.thetisdb.client.statement.SqlSessionCore;

/** Scenarios of hazards that routers in between bring; {@code HazardsTest} tells them. */
final class RouterHazardScenarios extends RouterFixture {
  private static final long REST_US = 300_000;
  private static final long SLEEP_US = 4 * LEASE_US;

  RouterHazardScenarios() {
    super(3);
  }

  /** It has nothing to do, and says nothing by itself. */
  void whoAloneCannotReachALeaderDoesNotTakeItsPlace() {
    startCluster();
    RouterMachine leader = leader();
    int epoch = leader.servedEpoch();
    cut(replica(), leader, SLEEP_US);
    world.runFor(SLEEP_US);
    assertThat(leader()).isSameAs(leader);
    assertThat(leader.servedEpoch()).isEqualTo(epoch);
  }

  /**
   * A statement is on its way to a replica that falls asleep. Its client repeats it elsewhere, and
   * it is done. Then the replica wakes and hands it on. It would get another value of the sequence,
   * and with it another site, which has not heard of the first row yet.
   */
  void aSleptOnFirstAttemptIsNotRunBehindItsRepetition() {
    startCluster();
    SqlSessionCore session = new SqlSessionCore(new Caller(replica(), 1).machine.core());
    RouterMachine sleeper = replica();
    statement(
        session,
        "CREATE TABLE rows_made"
            + " (id BIGINT GENERATED ALWAYS AS IDENTITY (INCREMENT BY 10) PRIMARY KEY, v INT)");
    String insert = "INSERT INTO rows_made (v) VALUES (1)";
    statement(session, insert);
    world.runFor(REST_US);
    sites.forEach(site -> surroundings.log().lag(site.name(), SLEEP_US));
    sleeper.process().pause(SLEEP_US / 2);
    statement(session, insert);
    world.runFor(2 * SLEEP_US);
    assertThat((List<?>) statement(session, "SELECT id FROM rows_made")).hasSize(2);
  }
}
