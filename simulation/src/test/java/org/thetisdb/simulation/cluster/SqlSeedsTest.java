package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Statements and interactive transactions keep their promises under all faults. */
final class SqlSeedsTest {
  private static final int SEEDS = Integer.getInteger("thetis.sql-seeds", 16);
  private static final int FIRST = Integer.getInteger("thetis.sql-first-seed", 1);

  @Test
  void everySeedKeepsItsPromisesToSql() throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    AtomicInteger deferred = new AtomicInteger();
    Seeds.run(
        FIRST,
        SEEDS,
        2,
        seed -> Simulation.runWithDefinitions(seed, line -> deferred.addAndGet(deferredBy(line))),
        report -> {
          committed[0] += report.committed();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).isEmpty();
    assertThat(committed[0]).as("something was done").isGreaterThan(SEEDS * 100);
    assertThat(deferred).as("sales were written before their shops").hasPositiveValue();
  }

  private static int deferredBy(String line) {
    int at = line.indexOf(ShopSessions.DEFERRED);
    return at < 0 ? 0 : Integer.parseInt(line.substring(at + ShopSessions.DEFERRED.length()));
  }
}
