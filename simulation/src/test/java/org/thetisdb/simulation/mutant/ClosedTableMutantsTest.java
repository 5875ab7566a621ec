package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.simulation.cluster.Simulation;

/** Nobody writes a table that is closed for an era (decision 0090): without that, seeds notice. */
@Tag("slow")
@Tag("mutant")
final class ClosedTableMutantsTest {
  static Stream<SchemeSpec> schemes() {
    return Stream.of(
        SchemeRegistry.COCO_PT,
        SchemeRegistry.COCO_LT,
        SchemeRegistry.DIST_ARIA,
        SchemeRegistry.DIST_CALVIN);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void isCaughtWhenAClosedTableIsWritten(SchemeSpec scheme) {
    Mutation mutation =
        Mutation.returns(
            "a closed table is written under " + scheme.name(),
            "server.epoch.ClosedForEra",
            "mayBeWritten",
            true);
    Catch.assertCaught(
        mutation, (seed, tracer) -> Simulation.runUnder(scheme.name(), seed, tracer));
  }
}
