package org.thetisdb.simulation.mutant;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rules that only placeholders need are left out (decision 0065). Seeds of whole clusters seldom
 * have calls that run before their turn, so scenarios at one site tell, one of them of calls that
 * are drawn from a seed.
 */
@Tag("mutant")
final class PlaceholdersMutantsTest {
  private static final String VERSIONS = "server.scheme.deterministic.Placeholders";
  private static final String SCENARIOS = "simulation.PlaceholderScenariosTest";
  private static final String SEED = "whatRandomCallsAreAnsweredIsWhatASerialRunAnswers";

  private static final Mutation NO_WAIT =
      Mutation.skipped("who reads a placeholder does not wait", VERSIONS, "producerOf")
          .and(Mutation.skipped("", VERSIONS, "rollBackReaders"));
  private static final Mutation NOT_READ =
      Mutation.skipped("what was filled in is not read", VERSIONS, "find");
  private static final Mutation NOT_READ_AGAIN =
      Mutation.skipped("what others have changed is not read again", VERSIONS, "rollBackReaders");
  private static final Mutation READERS_STAY =
      Mutation.skipped("who has read what is rolled back stays", VERSIONS, "addReadersOf");

  static Stream<Mutation> mutations() {
    return Stream.of(NO_WAIT, NOT_READ, NOT_READ_AGAIN, READERS_STAY);
  }

  static Stream<Arguments> toldByScenarios() {
    return Stream.of(
        Arguments.of(SEED, NO_WAIT),
        Arguments.of(SEED, NOT_READ),
        Arguments.of("whatOthersHaveChangedIsReadAgainByAllWhoHadReadIt", NOT_READ_AGAIN),
        Arguments.of("whoIsCanceledTakesWithItWhatOthersHaveReadOfIt", READERS_STAY));
  }

  @ParameterizedTest
  @MethodSource("toldByScenarios")
  void aScenarioTells(String scenario, Mutation mutation) {
    Catch.assertTold(SCENARIOS, scenario, mutation);
  }
}
