package org.thetisdb.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.simulation.cluster.Simulation;

/**
 * Each scheme has rules of its own, and at least two of them are left out somewhere. Those of most
 * schemes are in {@link CommitMutantsTest}; here are those that one scenario or one seed notices.
 */
@Tag("mutant")
final class SchemeMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.SchemeHazardScenarios$";
  private static final String ONE_MASTER = "router.routing.SingleMasterScheme";
  private static final String LEAP = "router.scheme.leap.LeapScheme";

  /** Mutations of rules that only schemes have which send all updates to one site. */
  private static Stream<Mutation> ofOneMaster() {
    return Stream.of(
        Mutation.withYes(
            "the first site is waited for though another one stands in for it",
            ONE_MASTER,
            "masterNow",
            "isUsable"),
        Mutation.withoutCalls(
            "what others master is not brought to the one site", ONE_MASTER, "routeUpdate", "add"));
  }

  private static Stream<Mutation> ofOnePrimary() {
    return Stream.of(
        Mutation.returns("calls that only read go to a backup", ONE_MASTER, "routeRead", 2),
        Mutation.returns("a backup answers calls that only read", ONE_MASTER, "routeRead", 2)
            .and(
                Mutation.returns(
                    "", "server.stage.ExecutableFinder", "areCallsSerializable", false)));
  }

  private static Stream<Mutation> ofLeap() {
    return Stream.of(
        Mutation.returns("calls have no site of their client", LEAP, "preferredSite", 0),
        Mutation.withoutCalls("what a call meets is left where it is", LEAP, "routeFrom", "add"));
  }

  private static final Mutation NOTHING_MOVES =
      Mutation.withoutCalls(
          "a plan forgets what its call needs",
          "router.scheme.morphosys.PlanMaker",
          "moves",
          "add");
  private static final Mutation ALWAYS_WORTH_IT =
      Mutation.returns(
          "what saves nothing is done all the same",
          "router.scheme.morphosys.PlanStep$Expected",
          "paysBack",
          true);
  private static final Mutation NO_PLACEMENT =
      Mutation.withoutCalls(
          "a placement that was cut is not followed",
          "replication.membership.FirstMasters",
          "first",
          "site");
  private static final Mutation NO_RETURN =
      Mutation.skipped(
          "what was rescued never returns", "router.routing.fixed.FixedMasterRestorer", "walk");

  private static final Mutation NO_CLUMPS =
      Mutation.skipped(
          "what is accessed is noted, and no clump is sought",
          "router.migration.Rebalancing",
          "planClumps");
  private static final Mutation NO_EDGES =
      Mutation.withoutCalls(
          "what is accessed together is forgotten",
          "migration.plan.ClumpGraph",
          "add",
          "incrementAndGet");

  static Stream<Arguments> toldByScenarios() {
    String next = "allUpdatesRunAtTheNextSiteWhenTheFirstIsLost";
    String nextPrimary = "allCallsRunAtTheNextSiteWhenTheFirstIsLost";
    return Stream.of(
            ofOneMaster().map(each -> Arguments.of("SingleMaster", next, each)),
            ofOneMaster().map(each -> Arguments.of("Primary", nextPrimary, each)),
            ofOnePrimary()
                .map(
                    each -> Arguments.of("Primary", "backupsRunNoCallsAlsoNoneThatOnlyRead", each)),
            Stream.of(
                Arguments.of("Learned", "whatACallWritesIsBroughtTogether", NOTHING_MOVES),
                Arguments.of("Learned", "whatSavesNothingStaysWhereItIs", ALWAYS_WORTH_IT)),
            Stream.of(NO_CLUMPS, NO_EDGES)
                .map(each -> Arguments.of("Clumped", "whatIsAccessedTogetherComesTogether", each)),
            Stream.of(
                Arguments.of("Placed", "callsRunWhereThePlacementSays", NO_PLACEMENT),
                Arguments.of("Placed", "whatWasRescuedReturnsToWhereThePlacementSays", NO_RETURN)))
        .flatMap(some -> some);
  }

  @ParameterizedTest
  @MethodSource("toldByScenarios")
  void aScenarioTells(String fixture, String scenario, Mutation mutation) {
    Catch.assertTold(SCENARIOS + fixture, scenario, mutation);
  }

  static Stream<Mutation> caughtUnderLeap() {
    return ofLeap();
  }

  @ParameterizedTest
  @MethodSource("caughtUnderLeap")
  void isCaughtUnderLeap(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.LEAP)::run);
  }

  static Collection<SchemeSpec> schemes() {
    return SchemeRegistry.all();
  }

  /** A scheme that comes into the registry needs two, too. */
  @ParameterizedTest
  @MethodSource("schemes")
  void twoRulesOfItsOwnAreLeftOut(SchemeSpec scheme) {
    assertThat(mutationsOf(scheme).map(Mutation::name).distinct().count())
        .as(scheme.name())
        .isGreaterThanOrEqualTo(2);
  }

  private static Stream<Mutation> mutationsOf(SchemeSpec scheme) {
    Map<SchemeSpec, List<Mutation>> all =
        Map.ofEntries(
            Map.entry(SchemeRegistry.DYNAMAST, MutantsTest.ofMastership().toList()),
            Map.entry(SchemeRegistry.SINGLE_MASTER, ofOneMaster().toList()),
            Map.entry(
                SchemeRegistry.MULTI_MASTER, CommitMutantsTest.mutationsOfTwoPhases().toList()),
            Map.entry(
                SchemeRegistry.PARTITION_STORE, CommitMutantsTest.mutationsOfAllMasters().toList()),
            Map.entry(SchemeRegistry.DTXN, FragmentMutantsTest.mutations().toList()),
            Map.entry(SchemeRegistry.SCHISM, List.of(NO_PLACEMENT, NO_RETURN)),
            Map.entry(SchemeRegistry.CLAY, List.of(NO_CLUMPS, NO_EDGES)),
            Map.entry(SchemeRegistry.LEAP, ofLeap().toList()),
            Map.entry(SchemeRegistry.MORPHOSYS, List.of(NOTHING_MOVES, ALWAYS_WORTH_IT)),
            Map.entry(SchemeRegistry.ARIA, CommitMutantsTest.mutationsOfBatches().toList()),
            Map.entry(SchemeRegistry.CALVIN, OrderedLocksMutantsTest.mutations().toList()),
            Map.entry(SchemeRegistry.BOHM, PlaceholdersMutantsTest.mutations().toList()),
            Map.entry(SchemeRegistry.PWV, PiecesMutantsTest.mutations().toList()),
            Map.entry(SchemeRegistry.STAR, CommitMutantsTest.mutationsOfPhases().toList()),
            Map.entry(SchemeRegistry.DIST_S2PL, CommitMutantsTest.mutationsOfReadLocks().toList()),
            Map.entry(SchemeRegistry.DIST_OCC, CommitMutantsTest.mutationsOfValidation().toList()),
            Map.entry(SchemeRegistry.PB_OCC, ofOnePrimary().toList()),
            Map.entry(SchemeRegistry.COCO_PT, CommitMutantsTest.mutationsOfEpochs().toList()),
            Map.entry(SchemeRegistry.COCO_LT, LogicalTimeMutantsTest.mutations().toList()),
            Map.entry(SchemeRegistry.DIST_ARIA, DistributedBatchesMutantsTest.mutations().toList()),
            Map.entry(SchemeRegistry.DIST_CALVIN, DistributedOrderMutantsTest.mutations().toList()),
            Map.entry(SchemeRegistry.EPOCH_S2PL, EpochFormsMutantsTest.ofLocks().toList()),
            Map.entry(SchemeRegistry.EPOCH_PB_OCC, EpochFormsMutantsTest.ofOnePrimary().toList()));
    return all.getOrDefault(scheme, List.of()).stream();
  }
}
