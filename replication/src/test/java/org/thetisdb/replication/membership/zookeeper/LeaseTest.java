package org.thetisdb.replication.membership.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.time.Clock;
import org.thetisdb.replication.membership.LeaseTerm;

final class LeaseTest {
  private static final int TIMEOUT_MS = 2000;
  private static final long QUARTER_US = 500_000;
  private static final long EIGHTH_US = 250_000;
  private static final long HELD_US = 1_750_000; // the time-out without its eighth

  private final Lease lease = new Lease();
  private final SetClock clock = new SetClock();

  /** A clock that the test sets. */
  private static final class SetClock implements Clock {
    long nowUs = 1_000_000;
    long wallMs = 1_700_000_000_000L;

    void pass(long us) {
      nowUs += us;
      wallMs += us / 1000;
    }

    @Override
    public long nowUs() {
      return nowUs;
    }

    @Override
    public long wallMs() {
      return wallMs;
    }
  }

  private void renewedAfter(long us) {
    clock.pass(us);
    lease.answered(Lease.Sent.now(clock), TIMEOUT_MS);
  }

  private void given() {
    renewedAfter(0);
    renewedAfter(QUARTER_US);
    assertThat(lease.term().holds(clock)).isTrue();
  }

  @Test
  void oneRenewalAloneGivesNone() {
    renewedAfter(0);
    assertThat(lease.term()).isEqualTo(LeaseTerm.NONE);
    assertThat(lease.term().holds(clock)).isFalse();
  }

  @Test
  void itCountsFromTheRenewalAQuarterEarlier() {
    given();
    assertThat(lease.term().untilUs()).isEqualTo(1_000_000 + HELD_US);
    renewedAfter(QUARTER_US);
    assertThat(lease.term().untilUs()).isEqualTo(1_000_000 + QUARTER_US + HELD_US);
    clock.pass(HELD_US - QUARTER_US - 1_000);
    assertThat(lease.term().holds(clock)).isTrue();
    clock.pass(1_000);
    assertThat(lease.term().holds(clock)).isFalse();
  }

  @Test
  void renewalsTooCloseDoNotCount() {
    renewedAfter(0);
    renewedAfter(QUARTER_US - 1);
    assertThat(lease.term()).isEqualTo(LeaseTerm.NONE);
    renewedAfter(2);
    assertThat(lease.term().untilUs()).isEqualTo(1_000_000 + HELD_US);
  }

  @Test
  void aNewSessionStartsAnewAndTheOldLeaseRunsOut() {
    given();
    lease.restart();
    renewedAfter(5_000_000);
    assertThat(lease.term().untilUs()).isEqualTo(1_000_000 + HELD_US);
  }

  @Test
  void aMachineThatWasSuspendedWhileItsClockStoodStillHasNone() {
    given();
    clock.wallMs += (EIGHTH_US + 1_000) / 1000;
    assertThat(lease.term().holds(clock)).isFalse();
    renewedAfter(QUARTER_US);
    assertThat(lease.term().holds(clock)).as("counted from before it slept").isFalse();
    renewedAfter(QUARTER_US);
    assertThat(lease.term().holds(clock)).isTrue();
  }

  @Test
  void aClockThatIsSetALittleOrRunsALittleFastTakesNone() {
    given();
    clock.wallMs -= EIGHTH_US / 1000;
    assertThat(lease.term().holds(clock)).isTrue();
    clock.wallMs -= 1;
    assertThat(lease.term().holds(clock)).as("set back by more").isFalse();
  }
}
