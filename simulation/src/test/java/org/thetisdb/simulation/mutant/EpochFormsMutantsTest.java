package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Rules of locks over sites without waiting, and of one primary's epochs (decision 0091). */
@Tag("mutant")
final class EpochFormsMutantsTest {
  private static final String LOCKS = "server.lock.OrderedLocks";
  private static final String PLACE = "server.scheme.epoch.SiteOrder$Place";
  private static final String LOG = "server.commit.GroupCommit";
  private static final String SCENARIOS = "simulation.DistributedLocksScenariosTest";

  private static final Mutation NO_READ_LOCKS =
      Mutation.skipped("what is read is not locked over sites", LOCKS, "askForReads")
          .and(Mutation.skipped("", LOCKS, "giveBackReads"));

  private static final Mutation NO_RANGE_LOCKS =
      Mutation.skipped("ranges are not locked over sites", LOCKS, "askForRanges")
          .and(Mutation.returns("", "server.lock.Overlap", "isBetween", false));

  private static final Mutation RUNS_AT_ONCE =
      Mutation.returns(
          "who does not wait runs before the others have locked", PLACE, "mayRun", true);

  private static final Mutation REFUSES_NOBODY =
      Mutation.returns(
          "nobody is refused what others have locked", LOCKS + "$Ticket", "isGranted", true);

  private static final Mutation COVERS_ALL =
      Mutation.returns("who met more than it had locked is decided", PLACE, "covers", true);

  private static final Mutation WAITS_FOR_NO_EPOCH =
      Mutation.skipped("a primary's commits wait for no epoch", LOG, "appendByEpochs");

  private static final Mutation RELEASES_WAIT =
      Mutation.skipped("a primary's releases wait for the epoch", LOG, "endEpoch");

  static Stream<Mutation> ofLocks() {
    return Stream.of(NO_READ_LOCKS, RUNS_AT_ONCE, REFUSES_NOBODY, COVERS_ALL);
  }

  static Stream<Mutation> ofOnePrimary() {
    return Stream.of(WAITS_FOR_NO_EPOCH, RELEASES_WAIT);
  }

  @ParameterizedTest
  @MethodSource("ofLocks")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.EPOCH_S2PL)::run);
  }

  @Test
  void isToldThatRangesAreLocked() {
    Catch.assertTold(SCENARIOS, "aRangeThatIsReadKeepsNewRowsOut", NO_RANGE_LOCKS);
  }

  @Test
  void isToldThatACallNeedsTheOthersLocksToo() {
    Catch.assertTold(SCENARIOS, "aCallRunsWhenAllSitesHaveLockedForItAndNotBefore", RUNS_AT_ONCE);
  }

  @Test
  void isToldThatWhoIsRefusedKeepsNothing() {
    Catch.assertTold(
        SCENARIOS,
        "aRefusedCallIsSentBackWhenForgottenAndHasNotRun",
        Mutation.skipped("what was locked stays so", "server.scheme.epoch.SiteOrder", "free"),
        Mutation.skipped("who is refused is not told", "server.scheme.epoch.SiteOrder", "refuse"));
  }

  @Test
  void isToldThatCommitsWaitForTheirEpochAndNothingElseDoes() {
    String scenarios = "simulation.EpochPrimaryScenariosTest";
    Catch.assertTold(scenarios, "callsAreAnsweredWhenTheirEpochIsInTheLog", WAITS_FOR_NO_EPOCH);
    Catch.assertTold(scenarios, "aReleaseWaitsForNoEpoch", RELEASES_WAIT);
  }
}
