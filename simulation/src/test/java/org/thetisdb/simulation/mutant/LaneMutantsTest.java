package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.simulation.cluster.Simulation;

/** Every rule that sites need which share their rows is missed when it is left out. */
@Tag("mutant")
final class LaneMutantsTest {
  private static final String LANE = "server.lane.Lane";
  private static final String GROUP = "server.lane.LaneGroup";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns("a lane passes what nobody has installed", LANE, "isOpen", true),
        Mutation.returns(
            "what a lane has installed is installed again", GROUP, "isInstalledByItsLane", false),
        Mutation.withoutCalls(
            "versions go that another lane needs",
            "server.snapshot.SharedWatermark",
            "common",
            "min"),
        Mutation.skipped("a lane outlives another one", GROUP, "ended"),
        Mutation.withoutCalls(
            "a checkpoint has what another lane's log has not",
            "server.checkpointing.SiteSnapshot",
            "awaitOtherLanes",
            "sharesWith"));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.asDrawn().withLanes()::run);
  }
}
