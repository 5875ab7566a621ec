package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each rule about load that is spread, or kept at one site, is needed (decision 0022). */
@Tag("mutant")
final class RegimeMutantsTest {
  private static final String SCENARIOS = "router.scheme.dynamast.RegimeControllerTest";
  private static final String CONTROLLER = "router.scheme.dynamast.RegimeController";
  private static final String PACE = "router.scheme.dynamast.CommitPace";

  @Test
  void trialsAreJudgedAndRare() {
    Catch.assertTold(
        SCENARIOS,
        "trialsInVainComeMoreAndMoreRarely",
        Mutation.skipped("what was spread is not judged", CONTROLLER, "stepSpreading"),
        Mutation.returns("a pace is never known", PACE, "isKnown", false),
        Mutation.returns("a pace improves for ever", PACE, "improves", true),
        Mutation.returns("any cluster may leave", CONTROLLER, "tornAtMost", Double.MAX_VALUE),
        Mutation.skipped(
            "what was in vain is tried again at once",
            "router.scheme.dynamast.BackOff",
            "onFailed"));
  }

  @Test
  void aTrialOfGatheringEnds() {
    Catch.assertTold(
        SCENARIOS,
        "aTrialOfGatheringInVainEndsAndIsRare",
        Mutation.skipped("what was gathered is not judged", CONTROLLER, "stepComparing"));
  }

  @Test
  void whatGainsIsNotTakenBack() {
    Catch.assertTold(
        SCENARIOS,
        "whatWasFoundToGainIsNotTakenBackThoughMuchMoves",
        Mutation.returns("one site may always do more", CONTROLLER, "mayGain", true));
  }

  @Test
  void whatOneSiteDidIsRemembered() {
    Catch.assertTold(
        SCENARIOS,
        "localityThatGoesAwayIsFoundByWhatOneSiteDid",
        Mutation.returns(
            "nothing is slower than one site", CONTROLLER, "isSlowerThanOneSite", false));
  }

  @Test
  void whatIsKeptTogetherIsLetGo() {
    Catch.assertTold(
        SCENARIOS,
        "whatIsKeptTogetherIsLetGoAfterAWhile",
        Mutation.skipped("what is kept together stays so", CONTROLLER, "letGo"));
  }

  @Test
  void aPaceIsMeasuredBeforeItChanges() {
    Catch.assertTold(
        SCENARIOS,
        "aTrialWaitsForAPace",
        Mutation.returns("clusters may always leave", CONTROLLER, "maySpread", true));
  }

  @Test
  void thrashingIsSeen() {
    Catch.assertTold(
        SCENARIOS,
        "thrashingIsGatheredForATrialThoughOneSiteWillBeCrowded",
        Mutation.returns(
            "no share is too much", "router.scheme.dynamast.MoveShares", "staysTooMuch", false));
  }

  @Test
  void nothingIsTornBehindALoad() {
    Catch.assertTold(
        SCENARIOS,
        "nothingIsTornForAMinuteBehindALoad",
        Mutation.skipped("a load is not noticed", CONTROLLER, "onOtherWork"));
  }
}
