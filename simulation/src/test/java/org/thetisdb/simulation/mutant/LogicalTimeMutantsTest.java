package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Rules that only logical time needs are left out (decision 0067), and seeds notice it. */
@Tag("mutant")
final class LogicalTimeMutantsTest {
  private static final String LOGICAL_TIME = "server.scheme.epoch.LogicalTime";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns("versions of old times are read on", LOGICAL_TIME, "isVersion", true),
        Mutation.returns(
            "rows are written at times at which they were read",
            "server.scheme.epoch.ReadTimes",
            "of",
            0L),
        Mutation.returns(
            "what others are about to write is read at any time",
            "server.lock.NoWaitLocks",
            "readableUntil",
            Long.MAX_VALUE),
        Mutation.skipped("an epoch has no fence", LOGICAL_TIME, "fence")
            .and(Mutation.skipped("", "router.scheme.epoch.EpochLog", "requireNew")));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.COCO_LT)::run);
  }
}
