package org.thetisdb.benchmarks.hostile;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.thetisdb.benchmarks.hostile.Tally.Refusal;

/**
 * What the bystander met in a stretch of time.
 *
 * @param times by work
 * @param errors by SQLState
 */
public record BystanderTimes(Map<BystanderWork, Times> times, Map<String, Refusal> errors) {
  /**
   * How long works took, from when each was due.
   *
   * @param count how many ended
   * @param worstUs the longest, or how long one waits that has not ended
   */
  public record Times(long count, long p50Us, long p99Us, long worstUs) {
    static Times of(Histogram histogram, long waitingUs) {
      return new Times(
          histogram.getTotalCount(),
          histogram.getValueAtPercentile(50),
          histogram.getValueAtPercentile(99),
          Math.max(waitingUs, histogram.getMaxValue()));
    }
  }

  static BystanderTimes of(Map<BystanderWork, BystanderLoop> loops) {
    Map<BystanderWork, Times> times = new EnumMap<>(BystanderWork.class);
    Map<String, Refusal> errors = new TreeMap<>();
    loops.forEach(
        (work, loop) -> {
          BystanderLoop.Taken taken = loop.take();
          times.put(work, Times.of(taken.histogram(), taken.waitingUs()));
          taken
              .errors()
              .forEach(
                  (state, refusal) ->
                      errors.merge(
                          state,
                          refusal,
                          (a, b) -> new Refusal(a.count() + b.count(), a.sample())));
        });
    return new BystanderTimes(times, errors);
  }
}
