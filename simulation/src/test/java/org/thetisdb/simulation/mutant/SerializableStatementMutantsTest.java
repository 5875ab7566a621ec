package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each rule about what serializable statements read elsewhere is needed (decision 0083). */
@Tag("mutant")
final class SerializableStatementMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.SerializableStatementHazardScenarios";
  private static final String TRANSACTION = "server.txn.Transaction";
  private static final String READ_LOCKS = "server.lock.ReadLocks";
  private static final String READ_RIGHTS = "server.txn.ReadRights";

  @Test
  void ofTwoWhoWriteWhatTheOtherOneReadsOneWrites() {
    Catch.assertTold(
        SCENARIOS,
        "ofTwoWhoWriteWhatTheOtherOneReadsOneWrites",
        Mutation.returns("what is read is not prepared", TRANSACTION, "keepsReads", false)
            .and(Mutation.returns("", READ_RIGHTS, "isLocked", true)),
        Mutation.returns("a row that was read is written", READ_LOCKS, "isKeyHeld", false));
  }

  @Test
  void ofTwoWhoTakeAShiftThatTheOtherOneSawFreeOneTakesIt() {
    Catch.assertTold(
        SCENARIOS,
        "ofTwoWhoTakeAShiftThatTheOtherOneSawFreeOneTakesIt",
        Mutation.returns("one comes into a range", READ_LOCKS, "isInHeldRange", false));
  }
}
