package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.simulation.cluster.Simulation;

/**
 * Nobody writes a table that is closed for an epoch view (decision 0090): without that, seeds
 * notice.
 */
@Tag("mutant")
final class ReadMostlyMutantsTest {
  static Stream<SchemeSpec> schemes() {
    return Stream.of(SchemeRegistry.COCO_LT, SchemeRegistry.DIST_ARIA);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void isCaughtWhenAClosedTableIsWritten(SchemeSpec scheme) {
    Catch.assertCaught(writtenUnder(scheme), Simulation.under(scheme)::run);
  }

  private static Mutation writtenUnder(SchemeSpec scheme) {
    return Mutation.returns(
        "a read-mostly table is written under " + scheme.name(),
        "server.scheme.epoch.EpochReadMostlyTables",
        "mayBeWritten",
        true);
  }

  @Test
  void isToldThatNobodyWritesAClosedTable() {
    Catch.assertTold(
        "simulation.EpochScenariosTest",
        "nobodyWritesAClosedTable",
        writtenUnder(SchemeRegistry.COCO_PT));
    Catch.assertTold(
        "simulation.DistributedOrderScenariosTest",
        "nobodyWritesAClosedTable",
        writtenUnder(SchemeRegistry.DIST_CALVIN));
  }
}
