package org.thetisdb.lab.torture;

import java.util.List;
import java.util.function.ToLongFunction;

/** Percentiles of few values: each is one of them, the smallest that enough do not exceed. */
record Percentiles(long p50, long p95, long max) {
  static <T> Percentiles of(List<T> samples, ToLongFunction<T> value) {
    long[] sorted = samples.stream().mapToLong(value).sorted().toArray();
    return new Percentiles(at(sorted, 50), at(sorted, 95), sorted[sorted.length - 1]);
  }

  private static long at(long[] sorted, int percent) {
    int rank = (sorted.length * percent + 99) / 100;
    return sorted[Math.max(0, rank - 1)];
  }
}
