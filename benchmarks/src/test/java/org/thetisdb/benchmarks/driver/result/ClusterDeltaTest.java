package org.thetisdb.benchmarks.driver.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What counters did between two looks. */
class ClusterDeltaTest {
  @Test
  void countersOfARestartedSiteBeginAnew() {
    StatusView before = status(100, 40);
    StatusView after = status(130, 10);
    ClusterDelta delta = ClusterDelta.between(before, after);
    assertThat(delta.committed()).isEqualTo(30);
    assertThat(delta.perSiteCommitted()).containsExactly(10L);
  }

  private static StatusView status(long committed, long ofSite) {
    return StatusView.parse(
        "{\"counters\":{\"committed\":%d},\"per_site\":[{\"site\":1,\"committed\":%d}]}"
            .formatted(committed, ofSite));
  }
}
