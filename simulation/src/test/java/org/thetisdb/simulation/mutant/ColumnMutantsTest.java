package org.thetisdb.simulation.mutant;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules of columns in the making are left out (decision 0063), and scenarios notice it. */
@Tag("mutant")
final class ColumnMutantsTest {
  private static final String SCENARIOS = "simulation.cluster.ColumnHazardScenarios";

  @Test
  void whoeverWritesAndWhoeverWasThereGetsTheNewColumnAndItsEntry() {
    Catch.assertTold(
        SCENARIOS,
        "everybodyHasAnAgeOfTheNewType",
        Mutation.withoutCalls(
            "writers do not keep what is in the making",
            "sql.integrity.IntegrityContext",
            "requireValues",
            "setCalculated"),
        Mutation.skipped(
            "rows of before are not filled", "sql.integrity.IntegrityRules", "fillColumns"),
        Mutation.withoutCalls(
            "entries of the new index are not kept",
            "sql.integrity.IntegrityRules",
            "indexes",
            "forEach"));
  }

  @Test
  void anOlderSnapshotDoesNotShowTheNewColumnEmpty() {
    Catch.assertTold(
        SCENARIOS,
        "aSnapshotOfBeforeIsTooOld",
        Mutation.skipped(
            "any snapshot shows what was filled", "server.execution.SeenCatalogs", "addUnread"));
  }

  @Test
  void whatWasWrittenBeforeItDoesNotPass() {
    Catch.assertTold(
        SCENARIOS,
        "whatWasWrittenBeforeItDoesNotPass",
        Mutation.skipped("rules may change", "sql.integrity.KeptRules", "changedTable"));
  }
}
