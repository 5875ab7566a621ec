package org.thetisdb.simulation.cluster;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.TestSet;

/** Clusters whose sites send each other what their logs have, under all faults. */
@Tag("slow")
final class LogStreamSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.log-stream-seeds", 16);
  private static final long FIRST = SimulatedRun.FIRST_SEED_WITH_LOG_STREAMS + 1;

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    Guarantees.assertKept(FIRST, SEEDS, 30, seed -> Simulation.asDrawn().run(seed, line -> {}));
  }

  @Test
  void everySeedKeepsItsPromisesWithSql() throws InterruptedException {
    Guarantees.assertKept(
        FIRST + 1_000,
        (SEEDS + 3) / 4,
        10,
        seed -> Simulation.asDrawn().withSql(true).run(seed, line -> {}));
  }

  @Test
  void everySeedKeepsItsPromisesWhereMastersStay() throws InterruptedException {
    Guarantees.assertKept(
        FIRST + 2_000,
        (SEEDS + 3) / 4,
        30,
        seed -> Simulation.under(SchemeRegistry.MULTI_MASTER).run(seed, line -> {}));
  }

  @Test
  void everySeedKeepsItsPromisesInPhases() throws InterruptedException {
    Guarantees.assertKept(
        FIRST + 3_000,
        (SEEDS + 3) / 4,
        30,
        seed -> Simulation.under(SchemeRegistry.STAR).run(seed, line -> {}));
  }

  @Test
  void everySeedKeepsItsPromisesWhereSitesHoldAPart() throws InterruptedException {
    Guarantees.assertKept(
        FIRST + 4_000,
        (SEEDS + 7) / 8,
        30,
        seed ->
            Simulation.under(SchemeRegistry.PARTITION_STORE)
                .withPartialSites()
                .run(seed, line -> {}));
  }
}
