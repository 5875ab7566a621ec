package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.turns.Turns;

/** A scheme that never says that nothing of it is under way does not stop a cluster. */
@Tag("slow")
final class UnsettledSchemeTest {
  @Test
  void itIsSaidByNameAndCallsGoOnUnderIt() {
    SchemeFixture fixture = new SchemeFixture(Turns.SPEC, Turns.NEVER_SETTLED);
    fixture.begin();
    long beganUs = fixture.world.nowUs();
    assertRefused(fixture.ask(SchemeRegistry.DYNAMAST));
    assertThat(fixture.world.nowUs() - beganUs).as("it is given up in time").isLessThan(3_000_000);
    fixture.run(50_000);
    fixture.stop();
    fixture.assertNothingIsLost();
  }

  private static void assertRefused(CallOutcome outcome) {
    assertThat(outcome.code()).isEqualTo(ErrorCode.SCHEME_CHANGE_REFUSED);
    assertThat(outcome.message()).contains("scheme turns did not end what it has under way");
  }
}
