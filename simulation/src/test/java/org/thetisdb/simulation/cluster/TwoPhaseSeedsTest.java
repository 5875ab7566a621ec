package org.thetisdb.simulation.cluster;

import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.testing.TestSet;

/** Clusters whose transactions commit over several sites keep their promises under all faults. */
final class TwoPhaseSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.two-phase-seeds", 40);

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    keepsItsPromises(Simulation.under(SchemeRegistry.MULTI_MASTER)::run);
  }

  @Test
  void everySeedKeepsItsPromisesWhereReadsInvolveTheirMasters() throws InterruptedException {
    keepsItsPromises(Simulation.under(SchemeRegistry.PARTITION_STORE)::run);
  }

  private static void keepsItsPromises(BiFunction<Long, Consumer<String>, SimulationReport> how)
      throws InterruptedException {
    Guarantees.assertKept(1, SEEDS, 30, seed -> how.apply(seed, line -> {}));
  }
}
