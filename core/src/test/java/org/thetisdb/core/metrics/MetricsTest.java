package org.thetisdb.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Meters read what the hot paths count. */
class MetricsTest {
  @Test
  void metersReadTheirSuppliers() {
    LongAdder committed = new LongAdder();
    double[] depth = {0};
    try (Metrics metrics = new Metrics("site-1")) {
      metrics.counter("site.committed", "Transactions", committed::sum);
      metrics.gauge("site.waiting", "Transactions that wait", () -> depth[0]);
      committed.add(5);
      depth[0] = 2.5;
      System.gc();
      assertThat(metrics.values()).containsEntry("site.committed", 5.0);
      assertThat(metrics.values()).containsEntry("site.waiting", 2.5);
      assertThat(metrics.registry().get("site.waiting").tag("role", "site-1").gauge().value())
          .isEqualTo(2.5);
    }
  }
}
