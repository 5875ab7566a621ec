package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every rule of logs that sites send each other is missed when it is left out. Seeds would not
 * tell: a site that hears an entry twice, or not at all, ends, and has all when it is back.
 */
@Tag("mutant")
final class LogStreamMutantsTest {
  private static final String DELIVERY = "replication.log.stream.LogDelivery";

  @Test
  void aFenceIsReadThoughTheSiteThatItFencesGivesSignsOfLife() {
    needs(
        "aFenceIsReadThoughTheSiteThatItFencesGivesSignsOfLife",
        Mutation.returns(
            "the log's end is not looked at",
            "replication.log.stream.EndCheck",
            "isBehind",
            false));
  }

  @Test
  void aPartThatIsLeftOutIsReadInTheLog() {
    needs(
        "aPartThatIsLeftOutIsReadInTheLog",
        Mutation.returns("a gap is not noticed", DELIVERY, "isGap", false));
  }

  @Test
  void anEntryThatComesByBothWaysIsPassedOnOnce() {
    needs(
        "anEntryThatComesByBothWaysIsPassedOnOnce",
        Mutation.returns("what has come is not known", DELIVERY, "isPassed", false));
  }

  private static void needs(String scenario, Mutation withoutRule) {
    Catch.assertTold("simulation.LogStreamHazardScenarios", scenario, withoutRule);
  }
}
