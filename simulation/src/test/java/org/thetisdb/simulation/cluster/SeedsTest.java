package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clusters under all faults and workloads keep their promises, and do so again. */
final class SeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.seeds", 300);
  private static final int TWICE = 20;

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    int[] faults = {0};
    Seeds.run(
        1,
        SEEDS,
        2,
        report -> {
          committed[0] += report.committed();
          faults[0] += report.faults();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(SEEDS * 100);
    assertThat(faults[0]).as("something was broken").isGreaterThan(SEEDS);
  }

  @Test
  void theSameSeedGivesTheSameHistory() throws InterruptedException {
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();
    Seeds.run(1, TWICE, 1, report -> first.add(report.digest()));
    Seeds.run(1, TWICE, 2, report -> second.add(report.digest()));
    assertThat(second).isEqualTo(first).doesNotHaveDuplicates();
  }
}
