package org.thetisdb.benchmarks.driver.result;

import org.HdrHistogram.Histogram;

/**
 * A distribution of latencies in microseconds.
 *
 * @param mean to the next whole microsecond
 */
public record Latency(long mean, long p50, long p90, long p95, long p99, long p999, long max) {
  static Latency of(Histogram histogram) {
    return new Latency(
        Math.round(histogram.getMean()),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }
}
