package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.testing.TestSet;

/** Placements are applied and taken back while clients call, under all faults (decision 0061). */
@Tag("slow")
final class PlacementSeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.placement-seeds", 1);

  /** One scheme in so many is run for a change. */
  private static final int PARTS = 12;

  static List<SchemeSpec> fixed() {
    List<SchemeSpec> all =
        SchemeRegistry.all().stream().filter(scheme -> scheme.has(Trait.MASTERS_STAY)).toList();
    return TestSet.oneIn(PARTS, all);
  }

  @ParameterizedTest
  @MethodSource("fixed")
  void everySeedKeepsItsPromises(SchemeSpec scheme) throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] changes = {0};
    Seeds.run(
        1,
        SEEDS,
        2,
        seed ->
            Simulations.ofPlacements(seed, scheme)
                .withDefinitions(seed % 4 == 1)
                .run(seed, line -> {}),
        report -> {
          changes[0] += report.changes();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).isEmpty();
    assertThat(changes[0]).as("placements were applied").isGreaterThan(SEEDS);
  }
}
