package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    Seeds.run(
        first,
        SEEDS,
        2,
        seed -> Simulation.runPartial(seed, SchemeRegistry.PARTITION_STORE, withSql, line -> {}),
        report -> {
          committed[0] += report.committed();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(SEEDS * least);
  }
}
