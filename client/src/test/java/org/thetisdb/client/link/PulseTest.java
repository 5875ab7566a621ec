package org.thetisdb.client.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.client.link.Pulse.Step;
import org.thetisdb.core.id.Address;

/** How long a silent router is trusted. */
final class PulseTest {
  private static final Address ROUTER = new Address("router", 1);
  private static final Address OTHER = new Address("other", 2);

  private final Pulse pulse = new Pulse(3, () -> true);

  private static int stepsUntilGivenUp(Pulse pulse, boolean awaited) {
    int steps = 1;
    while (pulse.silent(awaited) != Step.GIVE_UP) {
      steps++;
    }
    return steps;
  }

  @Test
  void whoIsWaitedForIsGivenUpSoonAndWhoIsNotLate() {
    pulse.begin(ROUTER);
    assertThat(stepsUntilGivenUp(pulse, true)).isEqualTo(4);
    pulse.begin(ROUTER);
    assertThat(stepsUntilGivenUp(pulse, false)).isEqualTo(4 * Pulse.STEPS_PER_PING);
  }

  @Test
  void whereThereIsNoOtherRouterThereIsNoHaste() {
    Pulse lone = new Pulse(3, () -> false);
    lone.begin(ROUTER);
    assertThat(stepsUntilGivenUp(lone, true)).isEqualTo(4 * Pulse.STEPS_PER_PING);
  }

  @Test
  void whoeverIsHeardIsTrustedAnew() {
    pulse.begin(ROUTER);
    pulse.silent(true);
    pulse.silent(true);
    pulse.hear();
    assertThat(pulse.wasHeard()).isTrue();
    assertThat(pulse.wasHeard()).isFalse();
    assertThat(stepsUntilGivenUp(pulse, true)).isEqualTo(4);
  }

  @Test
  void whoWasOnlySlowGetsTwiceAsLongEachTimeUpToTheUsual() {
    pulse.begin(ROUTER);
    for (int times : new int[] {2, 4, 8, Pulse.STEPS_PER_PING, Pulse.STEPS_PER_PING}) {
      pulse.gaveUp(ROUTER);
      pulse.begin(ROUTER);
      assertThat(stepsUntilGivenUp(pulse, true)).isEqualTo(4 * times);
    }
    pulse.gaveUp(ROUTER);
    pulse.begin(OTHER);
    assertThat(stepsUntilGivenUp(pulse, true)).as("another router").isEqualTo(4);
  }

  @Test
  void whoBeginsToWaitGivesTheRouterItsPings() {
    pulse.begin(ROUTER);
    for (int step = 1; step < Pulse.STEPS_PER_PING; step++) {
      assertThat(pulse.silent(false)).isEqualTo(Step.NOTHING);
    }
    assertThat(pulse.silent(true)).isEqualTo(Step.PING);
    assertThat(stepsUntilGivenUp(pulse, true)).isEqualTo(3);
  }
}
