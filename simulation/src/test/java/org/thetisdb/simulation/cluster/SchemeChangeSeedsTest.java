package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.testing.TestSet;

/**
 * Each scheme is left for each other one, and taken again, while clients call, sites come and go,
 * and parts of the cluster break: all pairs at night. For a change there is one walk through all
 * schemes, which begins with another one in each commit, and some of the pairs.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
final class SchemeChangeSeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.scheme-change-seeds", 1);

  /** One pair in so many is run for a change. */
  private static final int PARTS = 96;

  /** One run has time for about nine changes: a walk takes several, which go on where one ends. */
  private static final int STEPS = 6;

  static List<Arguments> ofCalls() {
    return TestSet.oneIn(PARTS, pairs(false));
  }

  static List<Arguments> ofTransactions() {
    return TestSet.oneIn(PARTS, pairs(true));
  }

  /**
   * Each two once, since a run changes to and fro: half of them begin with the later one. One seed
   * of each has calls alone or interactive transactions, too, by turns; several have both.
   */
  private static List<Arguments> pairs(boolean withSql) {
    List<SchemeSpec> all = List.copyOf(Simulations.changeable());
    List<Arguments> pairs = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        boolean turned = (i + j) % 2 == 0;
        if (SEEDS > 1 || withSql == (j % 2 == 0)) {
          pairs.add(Arguments.of(all.get(turned ? j : i), all.get(turned ? i : j)));
        }
      }
    }
    return pairs;
  }

  /** With statements in about every second commit. */
  @Test
  void aWalkThroughAllSchemesKeepsItsPromises() throws InterruptedException {
    List<SchemeSpec> walk = new ArrayList<>(Simulations.changeable());
    long begins = TestSet.first(0, 1);
    Collections.rotate(walk, Math.floorMod(-begins, walk.size()));
    boolean withSql = Long.bitCount(begins) % 2 == 0;
    for (int from = 0; from < walk.size() - 1; from += STEPS) {
      keepPromises(walk.subList(from, Math.min(from + STEPS + 1, walk.size())), withSql);
    }
  }

  @ParameterizedTest
  @MethodSource("ofCalls")
  void callsKeepTheirPromises(SchemeSpec from, SchemeSpec to) throws InterruptedException {
    keepPromises(List.of(from, to), false);
  }

  @ParameterizedTest
  @MethodSource("ofTransactions")
  void soDoInteractiveTransactions(SchemeSpec from, SchemeSpec to) throws InterruptedException {
    keepPromises(List.of(from, to), true);
  }

  private static void keepPromises(List<SchemeSpec> schemes, boolean withSql)
      throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    int[] changes = {0};
    Seeds.run(
        TestSet.first(1, SEEDS),
        SEEDS,
        2,
        seed -> Simulations.ofSchemeChanges(schemes).withSql(withSql).run(seed, line -> {}),
        report -> {
          committed[0] += report.committed();
          changes[0] += report.changes();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).as(TestSet.howToRepeat()).isEmpty();
    assertThat(committed[0]).as("something was done").isPositive();
    assertThat(changes[0]).as("the scheme changed").isPositive();
  }
}
