package org.thetisdb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.ClusterDelta;
import org.thetisdb.benchmarks.driver.result.Latency;
import org.thetisdb.benchmarks.driver.result.Second;

/** What the seconds of a demo are told as. */
class SettlingChartTest {
  private static Second second(int number, long committed, long remastered) {
    ClusterDelta delta =
        new ClusterDelta(
            committed, 0, remastered, 0, 0, 0, 0, List.of(), ClusterDelta.EpochViews.NONE);
    return new Second(
        number, false, 1, committed, 0, new Latency(1, 1, 1, 1, 1, 1, 1), delta, List.of());
  }

  @Test
  void theWarmSecondIsTheMiddleOneOfTheLastThird() {
    List<Second> run = new ArrayList<>();
    for (long committed : new long[] {10, 20, 30, 900, 40, 50, 60, 90, 80}) {
      run.add(second(run.size() + 1, committed, 0));
    }
    assertThat(WarmSecond.of(run).committed()).isEqualTo(80);
    assertThat(WarmSecond.describe(run)).contains("last 3 seconds had 80 transactions/s");
    assertThat(WarmSecond.describe(run.subList(0, 2)))
        .isEqualTo("The last second had 20 transactions/s, p50 1 µs, p99 1 µs.");
  }

  @Test
  void chartFallsAsRemasteringSettles() {
    List<String> lines =
        SettlingChart.of(List.of(second(1, 100, 40), second(2, 100, 20), second(3, 100, 0)))
            .lines()
            .toList();

    assertThat(lines.get(0)).contains("40 %").endsWith("┤█");
    assertThat(lines.get(2)).endsWith("┤█▄");
    assertThat(lines.get(4)).contains("0 %").endsWith("┤██");
    assertThat(lines.get(5)).endsWith("└───");
  }

  @Test
  void chartOfLongRunStaysNarrow() {
    List<Second> seconds = new ArrayList<>();
    for (int i = 1; i <= 600; i++) {
      seconds.add(second(i, 100, i < 100 ? 10 : 1));
    }
    assertThat(SettlingChart.of(seconds).lines()).allMatch(line -> line.length() <= 72);
    assertThat(SettlingChart.of(List.of())).isEmpty();
    assertThat(SettlingChart.of(List.of(second(1, 5, 0)))).isEmpty();
    assertThat(SettlingChart.mean(seconds)).isBetween(2.4, 2.6);
  }
}
