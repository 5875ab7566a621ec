package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule by which copied rows outlive a promotion is missed when it is left out. */
@Tag("mutant")
final class MigrationMutantsTest {
  private static final String CHECKPOINTS = "server.checkpointing.SiteCheckpoints";

  /** A restart forgets what was copied (hazard 25); the target lets go meanwhile (hazard 26). */
  static Stream<Arguments> toldByScenarios() {
    return Stream.of(
        Arguments.of(
            Mutation.returns("a copy counts that no checkpoint has", CHECKPOINTS, "isSaved", true),
            "aSiteSaysWhenEachOfItsCheckpointsHasAReplica"),
        Arguments.of(
            Mutation.returns("no copy is ever saved", CHECKPOINTS, "isSaved", false),
            "aSiteSaysWhenEachOfItsCheckpointsHasAReplica"),
        Arguments.of(
            Mutation.returns(
                "a source believes its own catalog, whatever the router says",
                "core.wire.RouterToSite$Release",
                "granteeHolds",
                true),
            "rowsGoThoughTheirSourceDoesNotKnowThatTheReplicaWasDropped"));
  }

  @ParameterizedTest
  @MethodSource("toldByScenarios")
  void aScenarioTells(Mutation mutation, String scenario) {
    Catch.assertTold("simulation.SavedReplicaScenariosTest", scenario, mutation);
  }
}
