package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each rule of row locks is needed: its scenario ends well with it, and badly without it. */
@Tag("mutant")
final class LockMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.LockHazardScenarios";
  private static final String ROW_LOCK = "server.lock.RowLock";
  private static final String DEADLOCKS = "server.interactive.Deadlocks";

  private static void needs(String scenario, Mutation... withoutRule) {
    Catch.assertTold(SCENARIOS, scenario, withoutRule);
  }

  @Test
  void aRowThatIsSharedDoesNotChange() {
    needs(
        "aRowThatIsSharedDoesNotChange",
        Mutation.returns("a row is held against nobody", ROW_LOCK, "isHeldAgainst", false));
  }

  @Test
  void aKeyThatIsSharedDoesNotChangeAndTheRestMay() {
    needs(
        "aKeyThatIsSharedDoesNotChangeAndTheRestMay",
        Mutation.skipped("a change of keys is any change", "server.txn.RowClaims", "claimInFull"),
        Mutation.returns("no index is a key", "sql.integrity.TableRules$Index", "isKey", false));
  }

  @Test
  void aWriterIsNotPassedByReaders() {
    needs(
        "aWriterIsNotPassedByReaders",
        Mutation.returns("readers pass", ROW_LOCK, "passesAnother", false));
  }

  @Test
  void twoReadersWhoWantToWriteDoNotWaitForEachOtherForLong() {
    needs(
        "twoReadersWhoWantToWriteDoNotWaitForEachOtherForLong",
        Mutation.skipped("no site looks for cycles, and none is told", DEADLOCKS, "onWait")
            .and(Mutation.skipped("", DEADLOCKS, "tell")));
  }

  @Test
  void whoSkipsLockedRowsWaitsForWhatItWritesBesideThem() {
    needs(
        "whoSkipsLockedRowsWaitsForWhatItWritesBesideThem",
        Mutation.returns(
            "who skips locked rows waits for nothing",
            "server.txn.Transaction",
            "locksBeforeRun",
            false));
  }
}
