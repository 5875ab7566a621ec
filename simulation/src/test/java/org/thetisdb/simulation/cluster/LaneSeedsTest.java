package org.thetisdb.simulation.cluster;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.core.testing.TestSet;

/** Clusters in which sites share machines and rows, under all faults. */
final class LaneSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.lane-seeds", 12);

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    keepsItsPromises(1, SEEDS, false);
  }

  @Test
  @InTurn(oneIn = 3)
  void everySeedKeepsItsPromisesWithSql() throws InterruptedException {
    keepsItsPromises(1_001, (SEEDS + 2) / 3, true);
  }

  private static void keepsItsPromises(long first, int count, boolean withSql)
      throws InterruptedException {
    Guarantees.assertKept(
        first,
        count,
        10,
        seed -> Simulation.asDrawn().withLanes().withDefinitions(withSql).run(seed, line -> {}));
  }
}
