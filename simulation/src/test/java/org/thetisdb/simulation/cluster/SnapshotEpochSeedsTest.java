package org.thetisdb.simulation.cluster;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.TestSet;

/** Calls in epochs that are only held to snapshot isolation keep to that (decision 0068). */
final class SnapshotEpochSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.snapshot-seeds", 4);

  static List<SchemeSpec> schemes() {
    return List.of(
        SchemeRegistry.COCO_PT,
        SchemeRegistry.COCO_LT,
        SchemeRegistry.ARIA,
        SchemeRegistry.DIST_ARIA);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everySeedKeepsItsPromises(SchemeSpec scheme) throws InterruptedException {
    Guarantees.assertKept(
        1, SEEDS, 30, seed -> Simulation.under(scheme).withSnapshotEpochs().run(seed, line -> {}));
  }
}
