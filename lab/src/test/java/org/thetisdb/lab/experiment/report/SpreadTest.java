package org.thetisdb.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The middle of several runs. */
class SpreadTest {
  @Test
  void theMedianIsTheOneInTheMiddleWhateverTheOrder() {
    assertThat(Spread.of(9, 1, 4)).isEqualTo(new Spread(4, 1, 9));
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
    assertThat(Spread.of(8, 1, 2, 4)).isEqualTo(new Spread(3, 1, 8));
  }

  @Test
  void whatWasNotMeasuredDoesNotCount() {
    assertThat(Spread.of(Double.NaN, 5, Double.POSITIVE_INFINITY)).isEqualTo(new Spread(5, 5, 5));
    assertThat(Spread.of(Double.NaN).isEmpty()).isTrue();
    assertThat(Spread.of().isEmpty()).isTrue();
  }
}
