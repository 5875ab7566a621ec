package org.thetisdb.replication.membership.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LeaseTest {
  private static final int TIMEOUT_MS = 2000;
  private static final long QUARTER_US = 500_000;
  private static final long HELD_US = 1_750_000; // the time-out without its eighth

  private final Lease lease = new Lease();

  @Test
  void oneRenewalAloneGivesNone() {
    lease.answered(1_000_000, TIMEOUT_MS);
    assertThat(lease.untilUs()).isEqualTo(Lease.NONE_US);
  }

  @Test
  void itCountsFromTheRenewalAQuarterEarlier() {
    lease.answered(1_000_000, TIMEOUT_MS);
    lease.answered(1_000_000 + QUARTER_US, TIMEOUT_MS);
    assertThat(lease.untilUs()).isEqualTo(1_000_000 + HELD_US);
    lease.answered(1_000_000 + 2 * QUARTER_US, TIMEOUT_MS);
    assertThat(lease.untilUs()).isEqualTo(1_000_000 + QUARTER_US + HELD_US);
  }

  @Test
  void renewalsTooCloseDoNotCount() {
    lease.answered(1_000_000, TIMEOUT_MS);
    lease.answered(1_000_000 + QUARTER_US - 1, TIMEOUT_MS);
    assertThat(lease.untilUs()).isEqualTo(Lease.NONE_US);
    lease.answered(1_000_000 + QUARTER_US + 1, TIMEOUT_MS);
    assertThat(lease.untilUs()).isEqualTo(1_000_000 + HELD_US);
  }

  @Test
  void aNewSessionStartsAnewAndTheOldLeaseRunsOut() {
    lease.answered(1_000_000, TIMEOUT_MS);
    lease.answered(1_000_000 + QUARTER_US, TIMEOUT_MS);
    lease.restart();
    lease.answered(5_000_000, TIMEOUT_MS);
    assertThat(lease.untilUs()).isEqualTo(1_000_000 + HELD_US);
  }
}
