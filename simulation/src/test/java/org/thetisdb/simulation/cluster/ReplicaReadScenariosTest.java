package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.value.ValueCodec;

/**
 * Scenarios of clients that read through a router which does not lead, while machines are lost
 * (decision 0059). Nobody hears of an error, and no session goes back.
 */
final class ReplicaReadScenariosTest extends RouterFixture {
  private static final long WORK_US = 400_000;
  private static final long LONG_US = 4 * LEASE_US;

  private RouterMachine router;
  private Caller writer;
  private Reader reader;

  ReplicaReadScenariosTest() {
    super(3);
  }

  /** One session that reads two counters, one of which another session raises. */
  private final class Reader {
    private final Caller caller = new Caller(router, 1);
    private boolean stopped;
    private boolean calling;
    private long longestUs;
    private long last;
    private int reads;

    private void next() {
      long begunUs = world.nowUs();
      calling = true;
      byte[] arguments = ValueCodec.encodeArguments(new Object[] {1L, 2L});
      caller.session.call("Sum", arguments, outcome -> ended(outcome, begunUs));
    }

    private void ended(CallOutcome outcome, long begunUs) {
      calling = false;
      longestUs = Math.max(longestUs, world.nowUs() - begunUs);
      assertThat(outcome.isCommitted()).as("%s", outcome).isTrue();
      long sum = (Long) outcome.result();
      assertThat(sum).as("no session goes back").isGreaterThanOrEqualTo(last);
      last = sum;
      reads++;
      if (!stopped) {
        next();
      }
    }

    private void stop() {
      int before = reads;
      runUntil(() -> reads > before, "reads go on");
      stopped = true;
      runUntil(() -> !calling, "the last read has ended");
    }
  }

  private void begin() {
    router = replica();
    writer = new Caller(leader(), 1);
    reader = new Reader();
    writer.start();
    reader.next();
    world.runFor(WORK_US);
    assertThat(router.readAtSites()).as("reads without the leader").isGreaterThan(100);
    reader.longestUs = 0;
  }

  private void end() {
    world.runFor(WORK_US);
    writer.stop();
    reader.stop();
    assertThat(writer.others).as("%s", writer.last).isZero();
    reader.caller.session.follow(writer.session);
    reader.stopped = true;
    reader.next();
    runUntil(() -> !reader.calling, "one more read");
    assertThat(reader.last).isEqualTo(writer.committed);
  }

  @Test
  void readsGoOnWhileASiteIsKilledAndComesBack() {
    begin();
    sites.get(1).restartAfter(LONG_US);
    end();
    world.runFor(2 * LONG_US);
    long before = router.readAtSites();
    new Caller(leader(), 3).start();
    reader.stopped = false;
    reader.next();
    world.runFor(WORK_US);
    assertThat(router.readAtSites()).isGreaterThan(before);
  }

  @Test
  void readsGoOnWhileASiteSleeps() {
    begin();
    sites.get(2).process().pause(LONG_US);
    world.runFor(LONG_US);
    end();
    assertThat(reader.longestUs).isLessThan(2 * LEASE_US);
  }

  @Test
  void readsGoOnWhenAnotherRouterLeads() {
    begin();
    leader().process().kill();
    end();
    assertThat(reader.longestUs).isLessThan(2 * LEASE_US);
  }

  @Test
  void readsGoOnElsewhereWhenTheRouterIsKilled() {
    begin();
    router.process().kill();
    end();
    assertThat(reader.longestUs).isLessThan(LEASE_US);
  }

  @Test
  void aReplicaThatReachesNoSiteAsksTheLeader() {
    begin();
    sites.forEach(site -> cut(router, site, LONG_US));
    world.runFor(LONG_US);
    assertThat(reader.longestUs).isLessThan(2 * LEASE_US);
    long before = router.readAtSites();
    world.runFor(LONG_US);
    assertThat(router.readAtSites()).as("it finds back to the sites").isGreaterThan(before);
    end();
  }

  @Test
  void aSessionReadsWhatItWrote() {
    new ReplicaReadHazardScenarios().aSessionOfAReplicaReadsWhatItWrote();
  }

  @Test
  void aReadDoesNotOvertakeTheWriteBeforeIt() {
    new ReplicaReadHazardScenarios().aReadDoesNotOvertakeTheWriteBeforeIt();
  }

  @Test
  void aCallThatItsClientHasReadNotToHaveRunDoesNotRunLater() {
    new ReplicaReadHazardScenarios().aCallThatItsClientHasReadNotToHaveRunDoesNotRunLater();
  }

  @Test
  void nothingIsReadByARightThatWasRevoked() {
    new RevokeHazardScenarios().nothingIsReadByARightThatWasRevoked();
  }

  @Test
  void aRouterThatSleptDoesNotReadByTheRightsOfBefore() {
    new RevokeHazardScenarios().aRouterThatSleptDoesNotReadByTheRightsOfBefore();
  }
}
