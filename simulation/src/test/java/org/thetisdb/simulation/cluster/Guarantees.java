package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.thetisdb.core.testing.TestSet;

/** What tests ask of seeds: that none breaks a promise, and that something was done in them. */
final class Guarantees {
  private static final int AT_ONCE = 2;
  private static final int ENOUGH = 10;

  private Guarantees() {}

  /**
   * Runs seeds; where they begin is another place in each commit.
   *
   * @param leastEach transactions that each commits at least, taken over all of them
   */
  static void assertKept(long first, int count, int leastEach, LongFunction<SimulationReport> how)
      throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    Seeds.run(
        TestSet.first(first, count),
        count,
        AT_ONCE,
        how::apply,
        report -> {
          committed[0] += report.committed();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).as(TestSet.howToRepeat()).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(least(count, leastEach));
  }

  /** A few seeds may all be of clusters that fail for long. */
  private static int least(int count, int each) {
    return count < ENOUGH ? 0 : count * each;
  }
}
