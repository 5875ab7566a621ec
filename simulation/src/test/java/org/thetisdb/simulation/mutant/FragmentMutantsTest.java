package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.simulation.cluster.Simulation;

/** Each rule about fragments of calls is needed (decision 0150). */
@Tag("mutant")
final class FragmentMutantsTest {
  private static final String RUNS = "server.scheme.fragments.FragmentRuns";
  private static final String TURNS = "server.scheme.fragments.TurnStage";
  private static final String UNDECIDED = "server.scheme.fragments.UndecidedRuns";
  private static final String STORY = "simulation.SpeculationScenariosTest";
  private static final String COMMITS = "server.scheme.fragments.VotedCommits";

  static Stream<Mutation> mutations() {
    return Stream.of(
        Mutation.skipped(
            "a fragment runs over rows that others have prepared",
            "server.execution.PlannedRows",
            "undecided"),
        Mutation.skipped(
            "home need not have what the masters had", "router.twophase.DistributedAttempt", "see"),
        Mutation.withoutCalls("what a fragment has met is not prepared", RUNS, "vote", "prepare")
            .and(Mutation.returns("", COMMITS, "isPrepared", true)),
        Mutation.returns("votes count for what was undone", COMMITS, "standsOnDecided", true)
            .and(Mutation.returns("", TURNS, "awaitsBelow", false)),
        Mutation.skipped(
            "who overwrites what others have read does not stand on them",
            "server.commit.PreparedRows",
            "addReaders"),
        Mutation.skipped("a run does not see what it stands on", UNDECIDED, "find"));
  }

  @Test
  void aRefusalRestsOnDecidedRows() {
    Catch.assertTold(
        STORY,
        "aRefusalThatRestsOnAnUndecidedRowIsGivenWhenThatIsDecided",
        Mutation.returns("a refusal is given at once", RUNS, "restsOnUndecided", false));
  }

  @Test
  void aFragmentDoesAsItIsTold() {
    Catch.assertTold(
        STORY,
        "aFragmentThatIsToWaitRunsOnDecidedRowsAlone",
        Mutation.returns(
            "a fragment runs on undecided rows",
            "server.scheme.fragments.FragmentCall",
            "speculates",
            true));
  }

  @Test
  void aChainEndsWithWhatWasAborted() {
    Catch.assertTold(
        STORY,
        "nobodyStandsOnWhatStandsOnAnAbortedOne",
        Mutation.skipped("none is doomed", "server.commit.PreparedRows", "doom"));
  }

  @Test
  void homeHearsWhatWasAborted() {
    Catch.assertTold(
        STORY,
        "homeDoesNotAwaitTheLogOfWhatWasAborted",
        Mutation.returns(
            "home waits for the log", "server.commit.PreparedRows", "isDoomed", false));
  }

  @Test
  void whatStandsOnOthersIsCommittedBehindThem() {
    Catch.assertTold(
        STORY,
        "whatStandsOnAnAbortedOneBeginsAnew",
        Mutation.returns("what stands on others is committed", COMMITS, "standsOnDecided", true));
  }

  @Test
  void aLaterFragmentGoesBehindACallThatIsAtHome() {
    Catch.assertTold(
        STORY,
        "aLaterFragmentWaitsWhereAnEarlierCallIsAtHome",
        Mutation.returns("a fragment passes the places of calls", TURNS, "awaitsPlace", false));
  }

  @Test
  void aCallDoesNotWaitForThoseThatStandOnIt() {
    Catch.assertTold(
        STORY,
        "whatIsDecidedWhereItHasVotedWaitsForNoneThatStandsOnIt",
        Mutation.returns(
            "a call waits for its own rows", "server.execution.PlannedRows", "hasVoted", false));
  }

  @Test
  void whatStandsOnOthersDoesNotCommitAlone() {
    Catch.assertTold(
        STORY,
        "aCallOfOneSiteVotesIfItStandsOnOthers",
        Mutation.returns("a call of one site stands on nobody", RUNS, "standsOnNobody", true));
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void isCaught(Mutation mutation) {
    Catch.assertCaught(mutation, Simulation.under(SchemeRegistry.DTXN)::run);
  }
}
