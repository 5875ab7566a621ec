package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Each rule about fragments of calls is needed (decision 0150). */
@Tag("mutant")
final class FragmentMutantsTest {
  private static final String RUNS = "server.scheme.fragments.FragmentRuns";
  private static final String VOTES = "router.twophase.Votes";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.returns("a part may have run nowhere", VOTES, "areWhole", true)
            .and(Mutation.skipped("", "server.txn.ExecutionContext", "requirePart")),
        Mutation.returns(
            "a fragment runs over rows that others have prepared",
            "server.execution.PlannedRows",
            "undecided",
            null),
        Mutation.skipped(
            "home need not have what the masters had", "router.twophase.DistributedAttempt", "see"),
        Mutation.withoutCalls("what a fragment has met is not prepared", RUNS, "vote", "prepare")
            .and(Mutation.returns("", "server.scheme.fragments.VotedStage", "isPrepared", true)));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.DTXN)::run);
  }
}
