package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulations;

/** Every rule of applied placements is missed when it is left out (decision 0061). */
@Tag("mutant")
final class PlacementMutantsTest {
  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns(
            "a router forgets what was applied", "router.routing.PlacedMasters", "learn", false),
        Mutation.withoutCalls(
            "borders that a placement needs never come",
            "router.routing.reshape.PlacedBorders",
            "plan",
            "addBorders"),
        Mutation.skipped(
            "what has moved stays where it is",
            "router.routing.fixed.FixedMasterRestorer",
            "walk"));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(
        mutation,
        (seed, tracer) ->
            Simulations.ofPlacements(seed, SchemeRegistry.PARTITION_STORE).run(seed, tracer));
  }

  /** Another site tells, too; so it takes a scenario to miss one that does not. */
  @Test
  void aSiteThatDoesNotTellItsRouterIsCaught() {
    Mutation mutation =
        Mutation.skipped(
            "a site does not tell its router", "server.site.SiteEngine", "tellPlacement");
    String scenario = "eachSiteTellsItsRouterAsSoonAsItKnows";
    Catch.assertTold("simulation.PlacementScenariosTest", scenario, mutation);
  }
}
