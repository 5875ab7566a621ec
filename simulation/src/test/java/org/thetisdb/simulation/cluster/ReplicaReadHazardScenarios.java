package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.value.ValueCodec;

/**
 * Scenarios of hazards that reads without the leader bring; {@code ReaderMutantsTest} tells them.
 */
final class ReplicaReadHazardScenarios extends RouterFixture {
  private static final long REST_US = 300_000;
  private static final long SHORT_US = 100_000;
  private static final long SLEEP_US = 12 * LEASE_US;

  ReplicaReadHazardScenarios() {
    super(3);
  }

  private CallOutcome call(Caller caller, long timeoutUs, String procedure, Object... arguments) {
    CallOutcome[] outcome = new CallOutcome[1];
    byte[] encoded = ValueCodec.encodeArguments(arguments);
    caller.session.call(procedure, encoded, timeoutUs, ended -> outcome[0] = ended);
    runUntil(() -> outcome[0] != null, "the call has ended");
    return outcome[0];
  }

  private Object read(Caller caller) {
    return call(caller, SLEEP_US, "Sum", 1L, 2L).result();
  }

  private RouterMachine otherReplica(RouterMachine one) {
    return routers.stream()
        .filter(router -> router != one && router != leader())
        .findFirst()
        .orElseThrow();
  }

  /**
   * A call is on its way to a replica that falls asleep. Its client hears of no outcome, goes to
   * another replica and reads there that the call was not run. Then the sleeper wakes and hands the
   * call on.
   */
  void aCallThatItsClientHasReadNotToHaveRunDoesNotRunLater() {
    startCluster();
    RouterMachine sleeper = replica();
    Caller other = new Caller(otherReplica(sleeper), 1);
    Caller caller = new Caller(sleeper, 1); // of those that look after connections while they rest
    cut(caller.machine, leader(), 3 * SLEEP_US);
    read(caller);
    world.runFor(REST_US);
    call(caller, SLEEP_US, "Raise", 1L, 0L); // from now on it is known there that this one writes
    sleeper.process().pause(SLEEP_US);
    assertThat(call(caller, SHORT_US, "Raise", 1L, 5L).isUnknown()).isTrue();
    world.runFor(SLEEP_US / 2);
    read(other);
    world.runFor(REST_US);
    read(other);
    assertThat(read(caller)).isEqualTo(0L);
    world.runFor(SLEEP_US);
    assertThat(read(caller)).isEqualTo(0L);
    assertThat(value(1, caller)).isZero();
  }

  /** A client of a replica writes and reads in turn; it reads what it wrote, and what is newer. */
  void aSessionOfAReplicaReadsWhatItWrote() {
    startCluster();
    RouterMachine router = replica();
    Caller caller = new Caller(router, 1);
    Caller other = new Caller(leader(), 2);
    other.start();
    long last = 0;
    for (long written = 1; written <= 100; written++) {
      call(caller, SLEEP_US, "Raise", 1L, 1_000_000L);
      long sum = (Long) read(caller);
      assertThat(sum / 1_000_000).isEqualTo(written);
      assertThat(sum).isGreaterThanOrEqualTo(last);
      last = sum;
    }
    other.stop();
    assertThat(router.readAtSites()).as("reads without the leader").isGreaterThan(50);
  }

  /** A client that says a write and a read at once hears of the write in the read. */
  void aReadDoesNotOvertakeTheWriteBeforeIt() {
    startCluster();
    RouterMachine router = replica();
    Caller caller = new Caller(router, 1);
    read(caller);
    world.runFor(REST_US);
    for (long written = 1; written <= 30; written++) {
      read(caller);
      byte[] raise = ValueCodec.encodeArguments(new Object[] {1L, 1L});
      boolean[] done = {false};
      caller.session.call("Raise", raise, ended -> done[0] = true);
      assertThat(read(caller)).isEqualTo(written);
      assertThat(done[0]).isTrue();
    }
  }
}
