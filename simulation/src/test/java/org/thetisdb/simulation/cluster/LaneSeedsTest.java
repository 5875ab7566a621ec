package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clusters in which sites share machines and rows, under all faults. */
final class LaneSeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.lane-seeds", 12);

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    keepsItsPromises(1, false, SEEDS);
  }

  @Test
  void everySeedKeepsItsPromisesWithSql() throws InterruptedException {
    keepsItsPromises(1_001, true, SEEDS / 3);
  }

  private static void keepsItsPromises(long first, boolean withSql, int count)
      throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    Seeds.run(
        first,
        count,
        2,
        seed -> Simulation.runWithLanes(seed, null, withSql, line -> {}),
        report -> {
          committed[0] += report.committed();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(count * 10);
  }
}
