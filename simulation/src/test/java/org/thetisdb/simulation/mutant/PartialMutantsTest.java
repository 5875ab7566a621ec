package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Every rule of sites that hold only a part of the rows is missed when it is left out. */
@Tag("mutant")
final class PartialMutantsTest {
  private static final String HELD = "server.catalog.HeldRowStore";
  private static final String ADDED = "server.catalog.HeldRanges";
  private static final String LOCAL = ADDED + "$Local";
  private static final String ROUTING = "simulation.cluster.ReplicaRoutingHazardScenarios";
  private static final String REPLICAS = "simulation.ReplicaScenariosTest";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns("what is held is not installed", HELD, "keeps", false),
        Mutation.returns("what a replica is to hold is not kept", ADDED, "keeps", false),
        Mutation.skipped("rows of a dropped replica stay", HELD, "evict"),
        Mutation.skipped(
            "copies that are wanted never come", "router.replica.ReplicationFactor", "next"),
        Mutation.returns(
            "any site is taken for one that holds every row",
            "replication.membership.Roster",
            "holdsAll",
            true));
  }

  static Stream<Mutation> mutationsInPhases() {
    return Stream.of(
        Mutation.returns("what is held is not installed in phases", HELD, "keeps", false),
        Mutation.returns(
            "who lacks rows is master of all", "replication.membership.Roster", "holdsAll", true));
  }

  /** Routers send no simulated call to a site that lacks a row: it takes a scenario to meet one. */
  @Test
  void aSiteThatSaysThereIsNoRowIsCaught() {
    Mutation mutation =
        Mutation.returns("what is not held is answered with no row", HELD, "holds", true);
    String scenarios = "simulation.PartialScenariosTest";
    String scenario = "aSiteThatDoesNotHoldARowNeverSaysThatThereIsNone";
    Catch.assertTold(scenarios, scenario, mutation);
  }

  static Stream<Arguments> toldByScenarios() {
    return Stream.of(
        Arguments.of(
            Mutation.returns("a replica is read before the log has it", LOCAL, "isReadable", true),
            "aReplicaIsReadOnceTheLogSaysThatItIsHeld"),
        Arguments.of(
            Mutation.returns("snapshots from before it joined read it", LOCAL, "hasSeenThat", true),
            "aSnapshotFromBeforeTheReplicaWasJoinedDoesNotReadIt"),
        Arguments.of(
            Mutation.returns("what another incarnation held is read", LOCAL, "isJoined", true),
            "aSiteThatIsKilledBehindTheCopyHoldsNothingOfIt"),
        Arguments.of(
            Mutation.returns("the logs are not kept while rows are copied", ADDED, "keeps", false),
            "rowsThatChangeAndGoWhileTheyAreCopiedAreRight"),
        Arguments.of(
            Mutation.skipped("rows of a dropped replica stay", HELD, "evict"),
            "whatIsDroppedIsNotReadAndItsRowsGo"),
        Arguments.of(
            Mutation.returns(
                "it is filled before all is applied that its copy holds",
                "server.replica.SiteReplicas$Job",
                "isApplied",
                true),
            "aReplicaIsFilledWhenAllThatItsCopyHoldsIsAppliedThere"),
        Arguments.of(
            Mutation.withoutCalls(
                "a cut that is held for a copy is not kept", "server.snapshot.Cuts", "hold", "add"),
            "aRowThatGoesWhileItsCopyIsOnTheWayDoesNotComeBack"));
  }

  static Stream<Arguments> toldOfRouters() {
    String routing = "router.replica.ReplicaTable";
    String changes = "router.replica.ReplicaChanges";
    return Stream.of(
        Arguments.of(
            Mutation.returns(
                "calls go to replicas that are filled yet", routing, "isReadable", true),
            "noCallIsSentToAReplicaBeforeItCanBeReadThere"),
        Arguments.of(
            Mutation.returns("the only copy may be dropped", changes, "isHeldElsewhere", true),
            "theOnlyCopyThatIsThereIsNotDropped"));
  }

  static Stream<Mutation> shipped() {
    String releasing = "server.refresh.Releasing";
    return Stream.of(
        Mutation.skipped("rows are not taken that come with a release", releasing, "take"),
        Mutation.returns("nothing is shipped", "server.remastering.Shipping", "isNeeded", false),
        Mutation.skipped("what was given up stays", "server.replica.SiteReplicas", "look"),
        Mutation.withoutCalls("what has come back goes", HELD, "evict", "keeps")
            .and(
                Mutation.withoutCalls(
                    "nothing has", "server.catalog.HeldPartitions", "leftSince", "isHeld")));
  }

  /** Few simulated calls delete rows, and none asks for so old a snapshot. */
  static Stream<Arguments> toldOfShipping() {
    String isReadable = "what has come is read at every snapshot";
    return Stream.of(
        Arguments.of(
            Mutation.withoutCalls(
                "what is left of another time is kept",
                "server.refresh.Releasing",
                "take",
                "dropStale"),
            "aPartitionThatComesBackHasWhatWasWrittenMeanwhile"),
        Arguments.of(
            Mutation.returns(isReadable, "server.catalog.HeldPartitions", "isReadable", true),
            "aSnapshotFromBeforeTheReleaseDoesNotReadThePartition"));
  }

  @ParameterizedTest
  @MethodSource("toldOfShipping")
  void aScenarioOfRowsThatGoAlongTells(Mutation mutation, String scenario) {
    Catch.assertTold("simulation.ShippingScenariosTest", scenario, mutation);
  }

  /** Under LEAP rows go with their mastership. */
  @ParameterizedTest
  @MethodSource("shipped")
  void aRuleOfRowsThatGoAlongIsCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.LEAP).withPartialSites()::run);
  }

  static Stream<Mutation> planned() {
    String held = "router.scheme.morphosys.HolderRules";
    return Stream.of(
        Mutation.returns(
            "plans have nothing shipped", "server.remastering.Shipping", "isNeeded", false),
        Mutation.returns("a call runs where nothing is of what it reads", held, "canRun", true));
  }

  @ParameterizedTest
  @MethodSource("planned")
  void aRuleOfPlansIsCaught(Mutation mutation) {
    Catch.assertCaught(
        mutation, Simulation.under(SchemeRegistry.MORPHOSYS).withPartialSites()::run);
  }

  @ParameterizedTest
  @MethodSource("toldOfRouters")
  void aScenarioOfRoutersTells(Mutation mutation, String scenario) {
    Catch.assertTold(ROUTING, scenario, mutation);
  }

  @ParameterizedTest
  @MethodSource("toldByScenarios")
  void aScenarioTells(Mutation mutation, String scenario) {
    Catch.assertTold(REPLICAS, scenario, mutation);
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(
        mutation, Simulation.under(SchemeRegistry.PARTITION_STORE).withPartialSites()::run);
  }

  @ParameterizedTest
  @MethodSource("mutationsInPhases")
  void isCaughtInPhases(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.STAR).withPartialSites()::run);
  }
}
