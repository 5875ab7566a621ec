package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.SiteToRouter.StageTimes;
import org.thetisdb.router.routing.Decision;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.TimedCall;

/** What plans are found to have saved. */
class FoundGainsTest {
  private static final long STEP_US = 10_000;
  private static final int CALLS_PER_S = 1_000;

  private final Measures measures = new Measures();
  private final FoundGains gains = new FoundGains(measures, 10_000_000);
  private long nowUs = 1_000_000;

  @Test
  void aPlanSavesWhatItsCallsTakeLess() {
    run(1_500_000, 3_000, 1);
    Decision decision = decided(1, 2);
    gains.begin(decision, 5_000_000, nowUs);
    run(1_000_000, 1_000, 1);
    assertThat(decision.outcome().isGainKnown()).as("it is too early").isFalse();
    run(1_000_000, 1_000, 1);
    double expected = (3_000 - 1_000) * (double) CALLS_PER_S * 10;
    assertThat(decision.outcome().gainUs()).isCloseTo(expected, within(expected / 20));
    assertThat(gains.accuracy().observations()).isEqualTo(1);
  }

  @Test
  void plansOfTheSameSitesShareWhatIsFound() {
    run(1_500_000, 3_000, 1);
    Decision more = decided(1, 2);
    Decision less = decided(1, 3);
    gains.begin(more, 3_000_000, nowUs);
    gains.begin(less, 1_000_000, nowUs);
    run(2_000_000, 1_000, 1);
    double both = more.outcome().gainUs() + less.outcome().gainUs();
    assertThat(more.outcome().gainUs()).isCloseTo(both * 3 / 4, within(both / 100));
  }

  @Test
  void aPlanMayLose() {
    run(1_500_000, 1_000, 2);
    Decision decision = decided(1, 2);
    gains.begin(decision, 5_000_000, nowUs);
    run(2_000_000, 4_000, 2);
    assertThat(decision.outcome().gainUs()).isNegative();
  }

  @Test
  void ofASiteWithoutCallsNothingIsKnown() {
    run(1_500_000, 1_000, 3);
    Decision decision = decided(1, 2);
    gains.begin(decision, 5_000_000, nowUs);
    run(2_000_000, 4_000, 3);
    assertThat(decision.outcome().isGainKnown()).isFalse();
    assertThat(gains.accuracy().observations()).isZero();
  }

  private static Decision decided(int from, int to) {
    return Decision.without(0, to, List.of(new Move(PlanWorld.cell(1), from, to)), "a test");
  }

  /** For so long calls take so many microseconds at a site. */
  private void run(long forUs, long tookUs, int site) {
    StageTimes times = new StageTimes(0, 0, tookUs, 0);
    for (long untilUs = nowUs + forUs; nowUs < untilUs; nowUs += STEP_US) {
      for (int i = 0; i < CALLS_PER_S * STEP_US / 1_000_000; i++) {
        measures.onUpdate(nowUs);
        gains.onTimed(new TimedCall(Footprint.NONE, site, false, 0, 0, tookUs, tookUs, times));
      }
      gains.step(nowUs);
    }
  }
}
