package org.thetisdb.simulation.cluster;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.testing.TestSet;

/** Clusters in which some sites hold only what they master, under all faults. */
@Tag("slow")
@InTurn(oneIn = 6)
final class PartialSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.partial-seeds", 12);

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    keepsItsPromises(SchemeRegistry.PARTITION_STORE, 1, false, 30);
  }

  @Test
  void everySeedKeepsItsPromisesWithSql() throws InterruptedException {
    keepsItsPromises(SchemeRegistry.PARTITION_STORE, 1_001, true, 10);
  }

  /** One site masters all in one phase, each its own in the other (STAR). */
  @Test
  void everySeedKeepsItsPromisesInPhases() throws InterruptedException {
    keepsItsPromises(SchemeRegistry.STAR, 2_001, false, 30);
  }

  @Test
  void everySeedKeepsItsPromisesInPhasesWithSql() throws InterruptedException {
    keepsItsPromises(SchemeRegistry.STAR, 3_001, true, 10);
  }

  @Test
  void everySeedKeepsItsPromisesWhereRowsGoWithTheirMastership() throws InterruptedException {
    Guarantees.assertKept(
        4_001,
        SEEDS,
        30,
        seed -> Simulation.under(SchemeRegistry.LEAP).withPartialSites().run(seed, line -> {}));
  }

  @Test
  void everySeedHoldsWithSqlWhereRowsGoWithMastership() throws InterruptedException {
    keepsItsPromises(SchemeRegistry.LEAP, 5_001, true, 10);
  }

  /** Masters go where the rows are, or with them, and copies come, by plans. */
  @Test
  void everySeedKeepsItsPromisesUnderPlans() throws InterruptedException {
    Guarantees.assertKept(
        7_001,
        SEEDS,
        30,
        seed ->
            Simulation.under(SchemeRegistry.MORPHOSYS).withPartialSites().run(seed, line -> {}));
  }

  @Test
  void everySeedHoldsWithSqlUnderPlans() throws InterruptedException {
    keepsItsPromises(SchemeRegistry.MORPHOSYS, 8_001, true, 10);
  }

  @Test
  void everySeedHoldsWhileRowsBeginAndCeaseToMove() throws InterruptedException {
    Guarantees.assertKept(
        6_001, SEEDS, 30, seed -> Simulations.ofPartialSchemeChanges(seed).run(seed, line -> {}));
  }

  private static void keepsItsPromises(SchemeSpec scheme, long first, boolean withSql, int least)
      throws InterruptedException {
    int seeds = withSql ? (SEEDS + 1) / 2 : SEEDS; // they take many times as long
    Guarantees.assertKept(
        first,
        seeds,
        least,
        seed ->
            Simulation.under(scheme)
                .withPartialSites()
                .withDefinitions(withSql)
                .run(seed, line -> {}));
  }
}
