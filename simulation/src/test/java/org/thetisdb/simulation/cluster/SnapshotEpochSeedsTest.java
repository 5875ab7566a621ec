package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;

/** Calls in epochs that are only held to snapshot isolation keep to that (decision 0068). */
final class SnapshotEpochSeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.snapshot-seeds", 4);

  static List<SchemeSpec> schemes() {
    return List.of(SchemeRegistry.COCO_PT, SchemeRegistry.COCO_LT);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everySeedKeepsItsPromises(SchemeSpec scheme) throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    Seeds.run(
        1,
        SEEDS,
        2,
        seed -> Simulation.runWithSnapshotEpochs(seed, scheme, false, line -> {}),
        report -> {
          committed[0] += report.committed();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(SEEDS * 30);
  }
}
