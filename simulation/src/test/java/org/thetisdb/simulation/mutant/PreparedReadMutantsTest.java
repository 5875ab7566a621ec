package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each rule about what serializable transactions have read elsewhere is needed (decision 0080). */
@Tag("mutant")
final class PreparedReadMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.PreparedReadHazardScenarios";
  private static final String INTENTS = "server.interactive.CommitIntents";
  private static final String PLANNED = "server.execution.PlannedRows";
  private static final String READ_LOCKS = "server.lock.ReadLocks";
  private static final String READ_SET = "server.txn.ReadSet";

  @Test
  void ofTwoWhoChangeWhatTheOtherOneHasReadOneCommits() {
    Catch.assertTold(
        SCENARIOS,
        "twoReadRowsAndEachChangesOneAtItsSite",
        Mutation.withoutCalls(
            "keys that were read are not prepared", INTENTS, "keysElsewhere", "add"),
        Mutation.skipped(
            "what others have locked is prepared as read", "server.txn.Transaction", "share"));
  }

  @Test
  void ofTwoWhoChangeItAtTheOtherOnesSiteOneCommits() {
    Catch.assertTold(
        SCENARIOS,
        "twoReadRowsAndEachChangesOneAtTheOthersSite",
        Mutation.skipped("what others have prepared counts as read", READ_SET, "undecidedIn"),
        Mutation.skipped("nobody gives way", "server.admission.Admission", "giveWay"));
  }

  @Test
  void nobodyWritesWhatWasReadUntilItIsDecided() {
    Catch.assertTold(
        SCENARIOS,
        "nobodyWritesWhatWasReadUntilItIsDecided",
        Mutation.returns("a row that was read is written", READ_LOCKS, "isKeyHeld", false),
        Mutation.returns("one comes into a range", READ_LOCKS, "isInHeldRange", false));
  }

  @Test
  void ofTwoWhoTakeWhatTheOtherOneSawFreeOneCommits() {
    Catch.assertTold(
        SCENARIOS,
        "twoSeeFreeDaysAndEachTakesOneAtItsSite",
        Mutation.withoutCalls(
            "ranges that were read are not prepared", INTENTS, "rangesElsewhere", "add"),
        Mutation.skipped(
            "a range is prepared as read in which others have locked rows",
            PLANNED,
            "lockedInRange"));
  }
}
