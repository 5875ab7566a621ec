package org.thetisdb.cli.demo;

import java.util.Comparator;
import java.util.List;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.benchmarks.text.Format;

/**
 * What a cluster does when the JVM has compiled most of it: the middle one, by throughput, of the
 * seconds of a run's last third. A whole short run counts the cold beginning, too.
 */
final class WarmSecond {
  private static final int PART = 3;

  private WarmSecond() {}

  /** One second of a run that has at least one. */
  static Second of(List<Second> seconds) {
    List<Second> last = last(seconds);
    return last.stream()
        .sorted(Comparator.comparingDouble(Second::throughput))
        .toList()
        .get((last.size() - 1) / 2);
  }

  /** A sentence about it. */
  static String describe(List<Second> seconds) {
    Second warm = of(seconds);
    int of = last(seconds).size();
    return "%s had %s transactions/s, p50 %s, p99 %s."
        .formatted(
            of == 1
                ? "The last second"
                : "Then the middle one of the last %d seconds".formatted(of),
            Format.rounded(warm.throughput()),
            Format.micros(warm.latency().p50()),
            Format.micros(warm.latency().p99()));
  }

  private static List<Second> last(List<Second> seconds) {
    int length = Math.max(1, seconds.size() / PART);
    return seconds.subList(seconds.size() - length, seconds.size());
  }
}
