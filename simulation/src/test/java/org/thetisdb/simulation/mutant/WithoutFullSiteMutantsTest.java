package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Every rule of clusters in which no site holds every row is missed when it is left out. */
@Tag("mutant")
final class WithoutFullSiteMutantsTest {
  private static final String SAVED = "server.catalog.SavedReplicas";
  private static final String STORIES = "simulation.WithoutFullSiteScenariosTest";

  /** Hazard 29. */
  @Test
  void aSoleCopyThatNoCheckpointHasIsTold() {
    Catch.assertTold(
        "simulation.SoleCopyScenariosTest",
        "rowsGoWithTheirMastershipAsLongAsNoCheckpointHasTheirCopy",
        Mutation.returns("a copy counts before a checkpoint has it", SAVED, "hasAll", true));
  }

  static Stream<Arguments> told() {
    return Stream.of(
        Arguments.of(
            Mutation.returns("a stand-in gives to whoever asks", SAVED, "hasAll", true),
            "aStandInGivesNothingToASiteThatLacksTheRows"),
        Arguments.of(
            Mutation.returns(
                "a site is taken for the master of all that it copies",
                "server.catalog.HeldPartitions",
                "holder",
                2),
            "aReplicaIsNotFilledWhileASiteIsAwayThatMastersSomeOfIt"));
  }

  @ParameterizedTest
  @MethodSource("told")
  void aScenarioTells(Mutation mutation, String scenario) {
    Catch.assertTold(STORIES, scenario, mutation);
  }

  static Stream<Mutation> seeds() {
    return Stream.of(
        Mutation.returns("copies count before checkpoints have them", SAVED, "hasAll", true),
        Mutation.skipped(
            "what moves while its replica is filled passes by",
            "server.refresh.Releasing",
            "takeWhileFilled"),
        Mutation.returns(
            "sites give nothing of what they hold",
            "server.catalog.HeldRowStore",
            "isWhole",
            false));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.MORPHOSYS).withoutFullSite()::run);
  }
}
