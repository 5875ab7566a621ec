package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** What tests ask of seeds: that none breaks a promise, and that something was done in them. */
final class KeptPromises {
  private static final int AT_ONCE = 2;

  private KeptPromises() {}

  /**
   * Runs seeds.
   *
   * @param leastEach transactions that each commits at least, taken over all of them
   */
  static void assertKept(long first, int count, int leastEach, LongFunction<SimulationReport> how)
      throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    Seeds.run(
        first,
        count,
        AT_ONCE,
        how::apply,
        report -> {
          committed[0] += report.committed();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(count * leastEach);
  }
}
