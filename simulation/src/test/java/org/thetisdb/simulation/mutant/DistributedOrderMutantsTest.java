package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/**
 * Rules of ordered locks over sites are left out (decision 0086), and seeds or scenarios notice.
 */
@Tag("mutant")
final class DistributedOrderMutantsTest {
  private static final String LOCKS = "server.lock.OrderedLocks";
  private static final String PLACE = "server.scheme.epoch.SiteOrder$Place";
  private static final String SCENARIOS = "simulation.DistributedOrderScenariosTest";

  private static final Mutation NO_READ_LOCKS =
      Mutation.skipped("what is only read is not locked", LOCKS, "askForReads")
          .and(Mutation.skipped("", LOCKS, "giveBackReads"));

  private static final Mutation NO_RANGE_LOCKS =
      Mutation.skipped("ranges that are read or written are not locked", LOCKS, "askForRanges")
          .and(Mutation.returns("", "server.lock.Overlap", "isBetween", false));

  private static final Mutation RUNS_AT_ONCE =
      Mutation.returns("a call runs before it has its locks", PLACE, "mayRun", true);

  private static final Mutation GRANTS_AT_ONCE =
      Mutation.returns(
          "locks are granted before those before have left", LOCKS + "$Ticket", "isGranted", true);

  private static final Mutation COVERS_ALL =
      Mutation.returns("who meets more than was locked is decided", PLACE, "covers", true);

  static Stream<Mutation> mutations() {
    return Stream.of(NO_READ_LOCKS, RUNS_AT_ONCE, GRANTS_AT_ONCE, COVERS_ALL);
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.DIST_CALVIN)::run);
  }

  @Test
  void isToldThatRangesAreLocked() {
    Catch.assertTold(SCENARIOS, "aRangeThatIsReadKeepsNewRowsOut", NO_RANGE_LOCKS);
    Catch.assertTold(SCENARIOS, "aRangeInWhichRowsAreWrittenIsLockedAsSuch", NO_RANGE_LOCKS);
  }

  @Test
  void isToldThatACallWaitsForTheOthersToo() {
    Catch.assertTold(SCENARIOS, "aCallRunsWhenAllSitesHaveLockedForItAndNotBefore", RUNS_AT_ONCE);
  }

  @Test
  void isToldThatLocksAreFreeWhenTheirTransactionIsDecided() {
    Catch.assertTold(
        SCENARIOS,
        "threeThatRaiseOneCounterOfTwoSitesRunOnceEach",
        Mutation.skipped("what was locked stays so", "server.scheme.epoch.SiteOrder", "free"));
  }
}
