package org.thetisdb.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of applied placements is missed when it is left out (decision 0061). */
@Tag("slow")
final class PlacementMutantsTest {
  private static final int SEEDS = 40;

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns(
            "a router forgets what was applied", "router.routing.PlacedHomes", "learn", false),
        Mutation.withoutCalls(
            "borders that a placement needs never come",
            "router.routing.PlacedBorders",
            "plan",
            "addBorders"),
        Mutation.skipped(
            "what has moved stays where it is", "router.routing.FixedMasterRestorer", "walk"));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertThat(LongStream.rangeClosed(1, SEEDS))
        .as(mutation.toString())
        .anyMatch(seed -> !mutant.runWithPlacements(seed).isEmpty());
  }

  /** Another site tells, too; so it takes a story to miss one that does not. */
  @Test
  void aSiteThatDoesNotTellItsRouterIsCaught() {
    Mutation mutation =
        Mutation.skipped(
            "a site does not tell its router", "server.txn.SiteEngine", "tellPlacement");
    String story = "eachSiteTellsItsRouterAsSoonAsItKnows";
    assertThat(new MutantLoader(mutation).tell("simulation.PlacementStoriesTest", story))
        .isNotNull();
  }
}
