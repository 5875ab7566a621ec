package org.thetisdb.router.scheme.fragments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Three sites that work 40 us for a call, and hold a row for 2 ms. */
final class ControlForecastTest {
  private static final double SERVICE_US = 40;
  private static final double HOLD_US = 2_000;

  @Test
  void whereNoRowIsHotBothWorkAlike() {
    ControlForecast cold = forecast(0.5, 0, 0, 0);
    assertThat(cold.locking()).isCloseTo(3e6 / SERVICE_US, within(1.0));
    assertThat(cold.speculative()).isCloseTo(cold.locking(), within(0.01 * cold.locking()));
  }

  @Test
  void aHotRowIsHeldByOneAfterTheOther() {
    ControlForecast hot = forecast(0.5, 0.25, 0, 0);
    assertThat(hot.locking()).isCloseTo(2_000, within(1.0));
    assertThat(hot.speculative()).isGreaterThan(10 * hot.locking());
  }

  @Test
  void callsThatVoteCostMoreThanThoseThatWaitForNobody() {
    ControlForecast standing = forecast(0.1, 0.0001, 0.5, 0);
    assertThat(standing.speculative()).isLessThan(0.85 * standing.locking());
  }

  @Test
  void whatIsAbortedHasThoseRunAgainThatStandOnIt() {
    assertThat(forecast(1, 0.3, 0, 0.1).speculative())
        .isLessThan(0.5 * forecast(1, 0.3, 0, 0).speculative());
  }

  private static ControlForecast forecast(
      double distributed, double hottest, double standing, double aborted) {
    return new ControlForecast(
        3, distributed, hottest, standing, aborted, 20_000, SERVICE_US, HOLD_US);
  }
}
