package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long epochs last. */
final class EpochLengthTest {
  private final EpochLength length = new EpochLength(0);

  private void log(long tookUs) {
    for (int i = 0; i < 100; i++) {
      length.onDurable(tookUs);
    }
  }

  @Test
  void aLengthThatIsSetStays() {
    EpochLength fixed = new EpochLength(3_000);
    fixed.onDurable(50_000);
    assertThat(fixed.us()).isEqualTo(3_000);
    assertThat(fixed.mostUs()).isEqualTo(3_000);
  }

  @Test
  void itFollowsWhatTheLogTakes() {
    assertThat(length.us()).isEqualTo(EpochLength.LEAST_US);
    log(4_000);
    assertThat(length.us()).isBetween(3_990L, 4_000L);
    log(300);
    assertThat(length.us()).isEqualTo(EpochLength.LEAST_US);
  }

  @Test
  void itHasAnEnd() {
    log(10_000_000);
    assertThat(length.us()).isEqualTo(EpochLength.MOST_US);
    assertThat(length.mostUs()).isEqualTo(EpochLength.MOST_US);
  }

  @Test
  void oneSlowAppendDoesNotChangeMuch() {
    length.onDurable(5_000_000);
    assertThat(length.us()).isLessThan(3_000);
  }
}
