package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules of tables that are dropped (decision 0077) are left out, and scenarios notice it. */
@Tag("mutant")
final class PurgeMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.PurgeHazardScenarios";

  @Test
  void rowsGoWhenNoOlderSnapshotIsInUse() {
    Catch.assertTold(
        SCENARIOS,
        "aLongQuerySeesAllOfATableThatIsDropped",
        Mutation.returns(
            "rows go before older snapshots are gone",
            "server.purge.PurgedTables",
            "isSeenByAll",
            true));
  }

  @Test
  void whatARouterLeavesIsDoneByTheNext() {
    Catch.assertTold(
        SCENARIOS,
        "aRouterGoesOnWithWhatTheOneBeforeHasLeft",
        Mutation.skipped("nobody goes on with it", "router.definition.StepDriver", "endLeft"));
  }
}
