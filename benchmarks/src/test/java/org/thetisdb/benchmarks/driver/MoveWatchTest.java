package org.thetisdb.benchmarks.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.StatusView;

class MoveWatchTest {
  private final MoveWatch watch = new MoveWatch();

  private static StatusView status(String... moves) {
    return StatusView.parse("{\"recent_moves\":[" + String.join(",", moves) + "]}");
  }

  private static String move(long ageMs, int partition, int from, int to, int term) {
    return """
        {"age_ms":%d,"table":"t","partition":%d,"from":%d,"to":%d,"term":%d}"""
        .formatted(ageMs, partition, from, to, term);
  }

  @Test
  void aMoveThatTakesBackTheOneBeforeIsCountedOnce() {
    watch.look(status(move(100, 7, 2, 1, 3), move(900, 7, 1, 2, 2)), 10_000);
    watch.look(status(move(1_100, 7, 2, 1, 3), move(1_900, 7, 1, 2, 2)), 11_000);
    assertThat(watch.seen()).isEqualTo(2);
    assertThat(watch.back()).isEqualTo(1);
  }

  @Test
  void onlyTheSecondBeforeCountsAndOnlyTheSameRange() {
    watch.look(status(move(0, 7, 1, 2, 2)), 10_000);
    watch.look(status(move(0, 8, 2, 1, 2)), 10_100);
    watch.look(status(move(0, 7, 2, 1, 3)), 11_500);
    watch.look(status(move(0, 7, 1, 3, 4)), 11_600);
    assertThat(watch.seen()).isEqualTo(4);
    assertThat(watch.back()).isZero();
  }
}
