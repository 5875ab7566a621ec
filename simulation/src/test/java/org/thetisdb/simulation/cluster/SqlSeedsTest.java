package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.TestSet;

/** Statements and interactive transactions keep their promises under all faults. */
final class SqlSeedsTest {
  private static final int SEEDS = TestSet.seeds("thetis.sql-seeds", 16);
  private static final long FIRST = Long.getLong("thetis.sql-first-seed", TestSet.first(1, SEEDS));

  /** Of a few seeds none may have what is looked for. */
  private static final int ENOUGH = 10;

  @Test
  void everySeedKeepsItsPromisesToSql() throws InterruptedException {
    List<String> broken = new ArrayList<>();
    int[] committed = {0};
    AtomicInteger deferred = new AtomicInteger();
    Seeds.run(
        FIRST,
        SEEDS,
        2,
        seed ->
            Simulation.asDrawn()
                .withDefinitions(true)
                .run(seed, line -> deferred.addAndGet(deferredBy(line))),
        report -> {
          committed[0] += report.committed();
          report
              .problems()
              .forEach(problem -> broken.add("seed " + report.seed() + ": " + problem));
        });
    assertThat(broken).as(TestSet.howToRepeat()).isEmpty();
    assertThat(committed[0])
        .as("something was done")
        .isGreaterThan(SEEDS < ENOUGH ? 0 : SEEDS * 100);
    if (SEEDS >= ENOUGH) {
      assertThat(deferred).as("sales were written before their shops").hasPositiveValue();
    }
  }

  private static int deferredBy(String line) {
    int at = line.indexOf(ShopSessions.DEFERRED);
    return at < 0 ? 0 : Integer.parseInt(line.substring(at + ShopSessions.DEFERRED.length()));
  }
}
