package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Scenarios of several routers that serve at once. Who loses a router that does not lead loses no
 * call and less than half a second, and nobody else notices. Each call runs once.
 */
final class RouterScenariosTest extends RouterFixture {
  private static final long WORK_US = 300_000;
  private static final long HALF_A_SECOND_US = 500_000;

  /** Whoever is gone is missed when its connections break. */
  private static final long GONE_US = 150_000;

  private static final long UNNOTICED_US = 20_000;
  private static final long LONG_US = 4 * LEASE_US;

  private Caller ofReplica;
  private Caller ofLeader;
  private RouterMachine lost;

  RouterScenariosTest() {
    super(3);
  }

  private void begin() {
    lost = replica();
    ofReplica = new Caller(lost, 1);
    ofLeader = new Caller(leader(), 101);
    ofReplica.start();
    ofLeader.start();
    world.runFor(WORK_US);
    assertThat(ofReplica.committed).as("work through the replica").isGreaterThan(50);
    ofReplica.longestUs = 0;
    ofLeader.longestUs = 0;
  }

  private void end() {
    world.runFor(WORK_US);
    ofReplica.stop();
    ofLeader.stop();
    assertThat(ofReplica.others).as("%s", ofReplica.last).isZero();
    assertThat(ofLeader.others).as("%s", ofLeader.last).isZero();
    assertThat(value(1, ofReplica, ofLeader)).isEqualTo(ofReplica.committed);
    assertThat(value(101, ofReplica, ofLeader)).isEqualTo(ofLeader.committed);
  }

  private void assertOnlyItsClientsNoticed() {
    assertThat(ofReplica.longestUs).isLessThan(HALF_A_SECOND_US);
    assertThat(ofLeader.longestUs).isLessThan(UNNOTICED_US);
  }

  @Test
  void aKilledReplicaCostsItsOwnClientsLittleAndOthersNothing() {
    begin();
    lost.process().kill();
    end();
    assertOnlyItsClientsNoticed();
  }

  @Test
  void aReplicaThatSleepsCostsItsOwnClientsLittleAndWakesToNoHarm() {
    begin();
    lost.process().pause(LONG_US);
    world.runFor(LONG_US + WORK_US);
    end();
    assertOnlyItsClientsNoticed();
  }

  @Test
  void aReplicaThatIsCutOffFromAllCostsItsOwnClientsLittle() {
    begin();
    routers.stream().filter(router -> router != lost).forEach(router -> cut(lost, router, LONG_US));
    sites.forEach(site -> cut(lost, site, LONG_US));
    cut(lost, ofReplica.machine, LONG_US);
    world.runFor(LONG_US + WORK_US);
    end();
    assertOnlyItsClientsNoticed();
  }

  @Test
  void whenTheLeaderIsLostTheClientsOfOthersGoOnWithItsSuccessor() {
    begin();
    leader().process().kill();
    end();
    assertThat(ofReplica.longestUs).isLessThan(GONE_US);
    assertThat(ofLeader.longestUs).isLessThan(GONE_US);
  }

  @Test
  void whenTheLeaderSleepsTheClientsOfOthersGoOnWithItsSuccessor() {
    begin();
    leader().process().pause(LONG_US);
    world.runFor(LONG_US + WORK_US);
    end();
    assertThat(ofReplica.longestUs).isLessThan(HALF_A_SECOND_US);
    assertThat(ofLeader.longestUs).isLessThan(HALF_A_SECOND_US);
  }

  @Test
  void clientsOfOthersGoOnWhenTheLeaderIsCutOff() {
    begin();
    RouterMachine leader = leader();
    routers.stream().filter(each -> each != leader).forEach(each -> cut(leader, each, LONG_US));
    sites.forEach(site -> cut(leader, site, LONG_US));
    world.runFor(LONG_US + WORK_US);
    end();
    assertThat(ofReplica.longestUs).isLessThan(HALF_A_SECOND_US);
    assertThat(leader()).isNotSameAs(leader);
  }

  @Test
  void whoIsOnAnIslandWithOneSiteDoesNotTakeTheLeadersPlace() {
    begin();
    RouterMachine leader = leader();
    routers.stream().filter(each -> each != lost).forEach(each -> cut(lost, each, LONG_US));
    sites.subList(1, sites.size()).forEach(site -> cut(lost, site, LONG_US));
    cut(sites.get(0), leader, LONG_US);
    world.runFor(LONG_US / 2);
    assertThat(leader()).isSameAs(leader);
    world.runFor(LONG_US);
    end();
  }

  @Test
  void whoseRouterCannotReachTheLeaderFindsAnotherWay() {
    begin();
    cut(lost, leader(), 60_000_000);
    end();
    assertThat(ofLeader.longestUs).isLessThan(UNNOTICED_US);
  }

  @Test
  void aRelayedCallRunsOnceThoughTheReplicaIsKilled() {
    begin();
    for (int times = 0; times < 30; times++) {
      world.runFor(7_000 + times * 137L);
      surroundings.network().breakConnections(ofReplica.machine.name(), lost.name());
      surroundings.network().breakConnections(lost.name(), leader().name());
    }
    end();
  }
}
