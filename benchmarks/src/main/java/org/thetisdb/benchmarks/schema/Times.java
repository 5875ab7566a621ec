package org.thetisdb.benchmarks.schema;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.thetisdb.benchmarks.text.Format;

/**
 * How long the works of one kind took, in microseconds.
 *
 * @param meanUs their mean
 * @param worstUs the longest
 */
public record Times(long count, double meanUs, long p50Us, long p99Us, long worstUs) {
  private static final long LONGEST_US = 600_000_000;
  private static final int DIGITS = 3;

  /** Something that is timed, by its number. */
  @FunctionalInterface
  public interface Work {
    /** Does it. */
    void run(int number) throws SQLException;
  }

  /** Mean, p50, p99 and worst as people read them. */
  public List<String> cells() {
    return Stream.of(Math.round(meanUs), p50Us, p99Us, worstUs).map(Format::micros).toList();
  }

  /** Does works one after the other, from a number on. */
  static Times of(int from, int count, Work work) throws SQLException {
    Histogram histogram = new Histogram(LONGEST_US, DIGITS);
    for (int i = from; i < from + count; i++) {
      long beginNs = System.nanoTime();
      work.run(i);
      histogram.recordValue(Math.min(LONGEST_US, (System.nanoTime() - beginNs) / 1_000));
    }
    return new Times(
        count,
        histogram.getMean(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(99),
        histogram.getMaxValue());
  }
}
