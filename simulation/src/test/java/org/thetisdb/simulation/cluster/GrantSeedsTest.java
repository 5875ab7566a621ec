package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.TestSet;

/** Rights come and go under faults, and what begins behind the answer keeps to them. */
@Tag("slow")
final class GrantSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.grant-seeds", 8);

  /** Of a few seeds each may break before much is granted. */
  private static final int ENOUGH = 4;

  @Test
  void nothingRunsByTheRightsOfBefore() throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] changes = {0};
    Seeds.run(
        TestSet.first(1, SEEDS),
        SEEDS,
        2,
        seed -> Simulation.asDrawn().withGrants().run(seed, line -> {}),
        report -> {
          changes[0] += report.changes();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).as(TestSet.howToRepeat()).isEmpty();
    if (SEEDS >= ENOUGH) {
      assertThat(changes[0]).as("much was granted and revoked").isGreaterThan(SEEDS * 5);
    }
  }
}
