package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Rules that only batches over sites need are left out (decision 0074), and seeds notice it. */
@Tag("mutant")
final class DistributedBatchesMutantsTest {
  private static final String SITE_BATCHES = "server.scheme.epoch.SiteBatches";
  private static final String BATCH_ORDER = "router.scheme.epoch.BatchOrder";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.skipped(
            "primaries do not hear of what calls of a batch meet elsewhere",
            SITE_BATCHES,
            "reserve"),
        Mutation.returns(
            "who has met what an earlier one of the batch has commits",
            BATCH_ORDER,
            "mayCommit",
            true));
  }

  @Test
  void isToldThatABatchReadsWhatTheOneBeforeWrote() {
    Catch.assertTold(
        "simulation.DistributedBatchScenariosTest",
        "allOfABatchReadTheSameStateAndTheNextOneWhatItWrote",
        Mutation.skipped("a batch does not read what the one before wrote", SITE_BATCHES, "take"));
  }

  @Test
  void isToldThatWhoFallsBackIsDecidedAboveItsBatch() {
    Catch.assertTold(
        "simulation.DistributedFallbackScenariosTest",
        "whatFellBackIsInFrontOfWhatItsBatchWrote",
        Mutation.skipped(
            "ids of those that fall back are not above",
            "server.scheme.epoch.SiteOrder",
            "onDecided"));
  }

  /** Who falls back locks what it met; seeds in which all that lose do so. */
  @Test
  void isCaughtThatWhoFallsBackRunsAtOnce() {
    Catch.assertCaught(
        Mutation.returns(
            "who falls back runs before it has its locks",
            "server.scheme.epoch.SiteOrder$Place",
            "mayRun",
            true),
        Simulation.under(SchemeRegistry.DIST_ARIA)::run);
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.DIST_ARIA)::run);
  }
}
