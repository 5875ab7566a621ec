package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rule of reads without the router that leads (decision 0059) is missed when it is left out.
 */
@Tag("mutant")
final class ReaderMutantsTest {
  private static final String AT_SITES = "simulation.ReaderScenariosTest";
  private static final String WITHOUT_ALL_ROWS = "simulation.PartialReaderScenariosTest";
  private static final String HAZARDS = "simulation.cluster.ReplicaReadHazardScenarios";
  private static final String REVOKES = "simulation.cluster.RevokeHazardScenarios";
  private static final String CUT_READS = "server.admission.CutReads";
  private static final String CLIENT_READS = "router.reading.ClientReads";

  static Stream<Arguments> mutations() {
    return Stream.of(
        Arguments.of(
            Mutation.returns("a site that was declared dead reads", CUT_READS, "isMember", true),
            AT_SITES,
            "aSiteThatMayHaveBeenDeclaredDeadReadsNothing"),
        Arguments.of(
            Mutation.returns("a site without a router reads", CUT_READS, "isMember", true),
            AT_SITES,
            "aSiteThatNobodyLeadsReadsNothing"),
        Arguments.of(
            Mutation.returns(
                "every scheme lets calls read", "core.scheme.SchemeSpec", "readsAnywhere", true),
            AT_SITES,
            "onlySomeSchemesLetCallsReadAnywhere"),
        Arguments.of(
            Mutation.returns("it may read as of now", "server.gate.SnapshotGate", "pass", true),
            AT_SITES,
            "aReadSeesACutAndNeverWhatCameAfterIt"),
        Arguments.of(
            Mutation.withYes(
                "a cut need not cover the session",
                "server.gate.SnapshotGate",
                "readAtCut",
                "covers"),
            AT_SITES,
            "aSessionReadsWhatItWroteOrTheLeaderIsAsked"),
        Arguments.of(
            Mutation.returns(
                "what is not held is answered", "server.catalog.HeldRowStore", "holds", true),
            WITHOUT_ALL_ROWS,
            "whatASiteDoesNotHoldIsNotReadThere"),
        Arguments.of(
            Mutation.withYes(
                "a session reads a cut older than what it wrote",
                "server.gate.SnapshotGate",
                "readAtCut",
                "covers"),
            HAZARDS,
            "aSessionOfAReplicaReadsWhatItWrote"),
        Arguments.of(
            Mutation.returns("sites ask for no right", CUT_READS, "mayCall", true),
            REVOKES,
            "nothingIsReadByARightThatWasRevoked"),
        Arguments.of(
            Mutation.withYes(
                "sites read before the leader knows the client",
                CLIENT_READS,
                "mayReadAtSite",
                "contains"),
            HAZARDS,
            "aCallThatItsClientHasReadNotToHaveRunDoesNotRunLater"));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void aScenarioTells(Mutation mutation, String scenarios, String scenario) {
    Catch.assertTold(scenarios, scenario, mutation);
  }
}
