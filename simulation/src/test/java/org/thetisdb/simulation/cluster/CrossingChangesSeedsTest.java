package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.TestSet;

/** Definitions, copied tables, schemes, sites and replicas change at one time. */
@Tag("slow")
final class CrossingChangesSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.crossing-seeds", 4);

  /** Of a few seeds each may break before much is changed. */
  private static final int ENOUGH = 4;

  @Test
  void whatWasAcknowledgedIsThere() throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] changes = {0};
    Seeds.run(
        TestSet.first(1, SEEDS),
        SEEDS,
        2,
        seed -> Simulations.ofCrossingChanges(seed).run(seed, line -> {}),
        report -> {
          changes[0] += report.changes();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).as(TestSet.howToRepeat()).isEmpty();
    if (SEEDS >= ENOUGH) {
      assertThat(changes[0]).as("much was changed").isGreaterThan(SEEDS * 5);
    }
  }
}
