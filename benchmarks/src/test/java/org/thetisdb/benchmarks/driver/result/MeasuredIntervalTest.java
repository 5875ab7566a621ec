package org.thetisdb.benchmarks.driver.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MeasuredIntervalTest {
  @Test
  void lateAnswersAreTimedButNotCounted() {
    MeasuredInterval totals = MeasuredInterval.empty(1);
    totals.add(one(1_000));
    totals.addLate(one(5_000_000));
    assertThat(totals.count(Ending.COMMITTED)).isEqualTo(1);
    assertThat(totals.latency().max()).isBetween(4_990_000L, 5_010_000L);
    assertThat(totals.latency(0).max()).isEqualTo(totals.latency().max());
  }

  /** An interval with one commit of this latency. */
  private static MeasuredInterval one(long us) {
    long[] counts = new long[Ending.count()];
    counts[Meter.slot(0, Ending.COMMITTED)] = 1;
    Histogram latencies = new Histogram(Meter.LONGEST_US, Meter.DIGITS);
    latencies.recordValue(us);
    return new MeasuredInterval(counts, new Histogram[] {latencies});
  }
}
