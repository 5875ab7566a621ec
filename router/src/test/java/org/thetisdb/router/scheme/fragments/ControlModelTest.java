package org.thetisdb.router.scheme.fragments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The model gives what the thesis has in Figure 4-13, with the times of its Table 4.2. */
final class ControlModelTest {
  private static final ControlModel THESIS = new ControlModel(64, 73, 211, 55, 40, 1.132);

  @Test
  void withoutDistributedTransactionsOnlyLocksCost() {
    assertThat(THESIS.blocking(0)).isEqualTo(31_250);
    assertThat(THESIS.localSpeculation(0)).isEqualTo(31_250);
    assertThat(THESIS.speculation(0)).isEqualTo(31_250);
    assertThat(THESIS.locking(0)).isCloseTo(24_203, within(1.0));
  }

  @Test
  void whereAllAreDistributedBlockingStandsStill() {
    assertThat(THESIS.blocking(1)).isCloseTo(4_739, within(1.0));
    assertThat(THESIS.speculation(1)).isCloseTo(18_182, within(1.0));
    assertThat(THESIS.locking(1)).isCloseTo(16_061, within(1.0));
  }

  @Test
  void speculationHidesTheStallWhileThereIsOtherWork() {
    ControlModel ofText = new ControlModel(64, 73, 211, 55, 156, 1.132);
    assertThat(ofText.localSpeculation(0.1)).isGreaterThan(1.4 * ofText.blocking(0.1));
    double turn = 73.0 / (2 * (211 - 2 * 55) + 73);
    assertThat(turn).isCloseTo(0.27, within(0.01));
    double before = ofText.localSpeculation(turn) - ofText.localSpeculation(turn - 0.01);
    double after = ofText.localSpeculation(turn + 0.01) - ofText.localSpeculation(turn);
    assertThat(after).as("from there on it falls faster").isLessThan(2 * before);
  }

  @Test
  void speculationIsNeverBelowBlocking() {
    for (double share = 0; share <= 1; share += 0.05) {
      assertThat(THESIS.speculation(share)).isGreaterThanOrEqualTo(THESIS.blocking(share));
    }
  }
}
