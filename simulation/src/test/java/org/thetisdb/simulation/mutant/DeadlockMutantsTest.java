package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each rule about cycles over several sites is needed (decision 0078). */
@Tag("mutant")
final class DeadlockMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.DeadlockHazardScenarios";
  private static final String TWO_PHASE = "router.twophase.TwoPhaseCommit";

  @Test
  void aCallGivesWayToACommit() {
    Catch.assertTold(
        SCENARIOS,
        "aCallGivesWayToACommit",
        Mutation.skipped("no site tells who waits", "server.gate.AwaitedParts", "onWait"),
        Mutation.skipped("no cycle is looked for", TWO_PHASE, "onAwaited"),
        Mutation.returns(
            "it is not where it waits", "router.twophase.DistributedAttempt", "isAt", false),
        Mutation.skipped("nobody gives way", "server.admission.Admission", "giveWay"));
  }
}
