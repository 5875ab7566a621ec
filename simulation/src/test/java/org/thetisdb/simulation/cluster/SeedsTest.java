package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.TestSet;

/** Clusters under all faults and workloads keep their promises, and do so again. */
final class SeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.seeds", 300);
  private static final int TWICE = TestSet.some(20);
  private static final long FIRST = TestSet.first(1, SEEDS);

  @Test
  void everySeedKeepsItsPromisesAndTheSameSeedGivesTheSameHistory() throws InterruptedException {
    List<String> broken = new ArrayList<>();
    List<Long> digests = new ArrayList<>();
    int[] committed = {0};
    int[] faults = {0};
    Seeds.run(
        FIRST,
        SEEDS,
        2,
        report -> {
          digests.add(report.digest());
          committed[0] += report.committed();
          faults[0] += report.faults();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).as(TestSet.howToRepeat()).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(SEEDS * 100);
    assertThat(faults[0]).as("something was broken").isGreaterThan(SEEDS);
    assertTheSameAgain(digests);
  }

  /** Some of the seeds on one thread, all of which were run on two. */
  private static void assertTheSameAgain(List<Long> digests) throws InterruptedException {
    List<Long> again = new ArrayList<>();
    Seeds.run(FIRST, Math.min(TWICE, SEEDS), 1, report -> again.add(report.digest()));
    assertThat(again).isEqualTo(digests.subList(0, again.size()));
    assertThat(digests).doesNotHaveDuplicates();
  }
}
