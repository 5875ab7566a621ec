package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules of statements that run beside the engine (decision 0120) are left out, and scenarios notice
 * it.
 */
@Tag("mutant")
final class BulkMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.BulkHazardScenarios";
  private static final String RUNS = "server.bulk.BulkRuns";

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            "noChangeOfOthersIsLost",
            Mutation.skipped(
                "what others have changed is overwritten", "server.bulk.BulkRun", "takeChanged")),
        Arguments.of(
            "whatATransactionHasLockedIsWaitedFor",
            Mutation.skipped("what others have locked is written", RUNS, "noteHeld")));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(String scenario, Mutation mutation) {
    Catch.assertTold(SCENARIOS, scenario, mutation);
  }
}
