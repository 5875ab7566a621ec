package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.simulation.cluster.trouble.Troubles;

/**
 * Each scheme of the registry keeps its promises in calm, with sites that come and go, in faults;
 * with procedures alone, and with statements, interactive transactions and definitions beside them.
 *
 * <p>The other columns of the matrix: each scheme is left for each other one in {@link
 * SchemeChangeSeedsTest}, and where sites hold a part of the rows, replicas are added and dropped
 * in {@link PartialSeedsTest}.
 */
@Tag("slow")
final class SchemeMatrixTest {
  private static final int SEEDS = TestSet.seeds("thetis.matrix-seeds", 2);

  /**
   * One cell in so many is run for a change. No multiple of the cells of a scheme, or else a commit
   * would have the same cell of several schemes.
   */
  private static final int PARTS = 37;

  private static final int SQL_SEEDS = (SEEDS + 1) / 2;

  static List<Arguments> cells() {
    return TestSet.oneIn(PARTS, all().toList());
  }

  private static Stream<Arguments> all() {
    return SchemeRegistry.all().stream()
        .flatMap(
            scheme ->
                Stream.of(Troubles.values())
                    .flatMap(
                        each ->
                            Stream.of(
                                Arguments.of(scheme, each, false),
                                Arguments.of(scheme, each, true))));
  }

  @ParameterizedTest
  @MethodSource("cells")
  void everySeedKeepsItsPromises(SchemeSpec scheme, Troubles troubles, boolean withSql)
      throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    int[] faults = {0};
    int seeds = withSql ? SQL_SEEDS : SEEDS;
    Seeds.run(
        TestSet.first(1, seeds),
        seeds,
        2,
        seed ->
            Simulation.under(scheme)
                .withTroubles(troubles)
                .withDefinitions(withSql)
                .run(seed, line -> {}),
        report -> {
          committed[0] += report.committed();
          faults[0] += report.faults();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).as(TestSet.howToRepeat()).isEmpty();
    assertThat(committed[0]).as("something was done").isPositive();
    if (troubles != Troubles.FAULTS || TestSet.now() == TestSet.NIGHT) {
      assertThat(faults[0] > 0).as("something broke").isEqualTo(troubles == Troubles.FAULTS);
    }
  }
}
