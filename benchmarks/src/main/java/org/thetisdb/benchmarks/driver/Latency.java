package org.thetisdb.benchmarks.driver;

import org.HdrHistogram.Histogram;

/** A distribution of latencies in microseconds. */
public record Latency(long p50, long p95, long p99, long p999, long max) {
  static Latency of(Histogram histogram) {
    return new Latency(
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(95),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }
}
