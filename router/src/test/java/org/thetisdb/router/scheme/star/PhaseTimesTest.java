package org.thetisdb.router.scheme.star;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Equations 3.1 and 3.2 of the thesis. */
final class PhaseTimesTest {
  private static final long ITERATION_US = 10_000;

  private final PhaseTimes times = new PhaseTimes(ITERATION_US);

  private void calls(int ofTwenty) {
    for (int call = 0; call < 2_000; call++) {
      times.onCall(call * 7 % 20 < ofTwenty);
    }
  }

  @Test
  void whereNoCallCrossesThereIsNoSingleMasterPhase() {
    calls(0);
    assertThat(times.singleMasterUs()).isZero();
    assertThat(times.partitionedUs()).isEqualTo(ITERATION_US);
  }

  @Test
  void whereAllCrossThereIsNoOtherPhase() {
    calls(20);
    assertThat(times.partitionedUs()).isZero();
  }

  @Test
  void eachKindCommitsInItsPhaseWhatItsShareIs() {
    calls(6);
    times.onPhase(false, 1_000, 300);
    times.onPhase(true, 1_000, 100);
    double single = times.singleMasterUs() * 100.0;
    double partitioned = times.partitionedUs() * 300.0;
    assertThat(times.singleMasterUs() + times.partitionedUs()).isEqualTo(ITERATION_US);
    assertThat(single / (single + partitioned)).isCloseTo(times.crossingShare(), within(0.001));
    assertThat(times.crossingShare()).isCloseTo(0.3, within(0.02));
  }

  @Test
  void aRareKindHasATenthOfAnIterationAllTheSame() {
    calls(1);
    times.onPhase(false, 1_000, 10);
    times.onPhase(true, 1_000, 1_000);
    assertThat(times.singleMasterUs()).isEqualTo(ITERATION_US / 10);
  }

  @Test
  void aPhaseInWhichNothingCommittedSaysNothingOfItsSpeed() {
    calls(10);
    times.onPhase(false, 1_000, 100);
    times.onPhase(true, 1_000, 100);
    long before = times.singleMasterUs();
    times.onPhase(true, 5_000, 0);
    assertThat(times.singleMasterUs()).isEqualTo(before);
  }
}
