package org.thetisdb.simulation.cluster;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;

/** Clusters in which some sites hold only what they master, under all faults. */
final class PartialSeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.partial-seeds", 12);

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    keepsItsPromises(1, false, 30);
  }

  @Test
  void everySeedKeepsItsPromisesWithSql() throws InterruptedException {
    keepsItsPromises(1_001, true, 10);
  }

  private static void keepsItsPromises(long first, boolean withSql, int least)
      throws InterruptedException {
    KeptPromises.assertKept(
        first,
        SEEDS,
        least,
        seed -> Simulation.runPartial(seed, SchemeRegistry.PARTITION_STORE, withSql, line -> {}));
  }
}
