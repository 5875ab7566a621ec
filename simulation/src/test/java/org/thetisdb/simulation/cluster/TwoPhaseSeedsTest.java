package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Clusters whose transactions commit over several sites keep their promises under all faults. */
final class TwoPhaseSeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.two-phase-seeds", 40);

  @Test
  void everySeedKeepsItsPromises() throws InterruptedException {
    keepsItsPromises(Simulation::runWithTwoPhases);
  }

  @Test
  void everySeedKeepsItsPromisesWhereReadsInvolveTheirMasters() throws InterruptedException {
    keepsItsPromises(Simulation::runWithAllMasters);
  }

  private static void keepsItsPromises(BiFunction<Long, Consumer<String>, SimulationReport> how)
      throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    Seeds.run(
        1,
        SEEDS,
        2,
        seed -> how.apply(seed, line -> {}),
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
