package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules that only pieces need are left out (decision 0066). As with placeholders, scenarios at one
 * site tell, one of them of calls that are drawn from a seed.
 */
@Tag("mutant")
final class PiecesMutantsTest {
  private static final String VERSIONS = "server.scheme.deterministic.Placeholders";
  private static final String SCENARIOS = "simulation.PieceScenariosTest";
  private static final String SEED = "whatRandomCallsAreAnsweredIsWhatASerialRunAnswers";

  private static final Mutation NO_WAIT_FOR_THE_REST =
      Mutation.returns(
          "who reads what a piece has not filled in yet does not wait",
          "server.scheme.deterministic.Writer",
          "hasProduced",
          true);
  private static final Mutation STAYS_WITHOUT_WHOLE =
      Mutation.skipped(
          "who has read a piece stays though the whole wrote something else",
          VERSIONS,
          "rollBackReadersOf");
  private static final Mutation STAYS_AFTER_REFUSAL =
      Mutation.withoutCalls(
          "who has read a piece stays though its call was refused", VERSIONS, "leave", "rollBack");
  private static final Mutation LEFT_OUT_IN_PART =
      Mutation.withoutCalls(
          "what a piece wrote that was left out is shown",
          "server.txn.PieceRun",
          "leaveOut",
          "rollbackTo");
  private static final Mutation NOT_SETTLED =
      Mutation.skipped(
          "who has read a piece runs again though it held",
          "server.scheme.deterministic.EarlyExecutions",
          "settle");

  static Stream<Mutation> mutations() {
    return Stream.of(
        NO_WAIT_FOR_THE_REST,
        STAYS_WITHOUT_WHOLE,
        STAYS_AFTER_REFUSAL,
        LEFT_OUT_IN_PART,
        NOT_SETTLED);
  }

  static Stream<Arguments> toldByScenarios() {
    return Stream.of(
        Arguments.of(SEED, NO_WAIT_FOR_THE_REST),
        Arguments.of(
            "aPieceThatDependsOnAnotherOneThoughItMustNotIsReadAgain", STAYS_WITHOUT_WHOLE),
        Arguments.of(SEED, STAYS_WITHOUT_WHOLE),
        Arguments.of("aRefusedPieceAbortsAllThatReadTheOthers", STAYS_AFTER_REFUSAL),
        Arguments.of("aLaterCallSeesAPieceOfAnEarlierOneThatIsNotWhole", LEFT_OUT_IN_PART),
        Arguments.of("aLaterCallSeesAPieceOfAnEarlierOneThatIsNotWhole", NOT_SETTLED));
  }

  @ParameterizedTest
  @MethodSource("toldByScenarios")
  void aScenarioTells(String scenario, Mutation mutation) {
    Catch.assertTold(SCENARIOS, scenario, mutation);
  }
}
