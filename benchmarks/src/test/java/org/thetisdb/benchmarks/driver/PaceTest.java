package org.thetisdb.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When calls are due. */
class PaceTest {
  @Test
  void paceOfOpenLoopDoesNotWait() {
    Pace pace = new Pace(1_000);
    pace.begin(0);
    assertThat(pace.nextStartNs(5)).isZero();
    assertThat(pace.nextStartNs(999_999_999)).isEqualTo(1_000_000);
    assertThat(new Pace(0).nextStartNs(7)).isEqualTo(7);
  }

  @Test
  void paceTellsCallsThatNeverBegan() {
    Pace pace = new Pace(1_000);
    pace.begin(0);
    pace.sent();
    assertThat(pace.unbegun(10_000_000)).isEqualTo(9);
    assertThat(pace.unbegun(0)).isZero();
    assertThat(new Pace(0).unbegun(10_000_000)).isZero();
  }
}
