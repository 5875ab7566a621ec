package org.thetisdb.simulation.mutant;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Rules that only placeholders need are left out (decision 0065), and seeds notice it. */
@Tag("slow")
@Tag("mutant")
final class PlaceholdersMutantsTest {
  private static final String VERSIONS = "server.order.Placeholders";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns("A", VERSIONS, "producerOf", null),
        Mutation.returns("A2", VERSIONS, "producerOf", null)
            .and(Mutation.skipped("", VERSIONS, "undoReaders")),
        Mutation.skipped("B", VERSIONS, "undoReaders"),
        Mutation.returns("C", VERSIONS, "readersOf", List.of()),
        Mutation.returns("E", "server.txn.AheadRuns", "isByTheRules", true));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(
        mutation, (seed, tracer) -> Simulation.runUnder(SchemeRegistry.BOHM.name(), seed, tracer));
  }
}
