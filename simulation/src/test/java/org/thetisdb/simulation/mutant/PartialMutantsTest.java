package org.thetisdb.simulation.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of sites that hold only a part of the rows is missed when it is left out. */
@Tag("slow")
final class PartialMutantsTest {
  private static final int SEEDS = 100;
  private static final String HELD = "server.catalog.HeldRowStore";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns("what is held is not installed", HELD, "keeps", false),
        Mutation.returns(
            "any site is taken for one that holds every row",
            "replication.membership.Roster",
            "holdsAll",
            true));
  }

  /** Routers send no simulated call to a site that lacks a row: it takes a story to meet one. */
  @Test
  void aSiteThatSaysThereIsNoRowIsCaught() {
    Mutation mutation =
        Mutation.returns("what is not held is answered with no row", HELD, "holds", true);
    String stories = "simulation.PartialStoriesTest";
    String story = "aSiteThatDoesNotHoldARowNeverSaysThatThereIsNone";
    assertThat(new MutantLoader(mutation).tell(stories, story)).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    MutantLoader mutant = new MutantLoader(mutation);
    assertThat(LongStream.rangeClosed(1, SEEDS))
        .as(mutation.toString())
        .anyMatch(seed -> !mutant.runWithPartialSites(seed).isEmpty());
  }
}
