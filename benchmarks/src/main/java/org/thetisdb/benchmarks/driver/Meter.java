package org.thetisdb.benchmarks.driver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.thetisdb.client.CallOutcome;

/**
 * Counts and times calls. Written by the client's thread alone; one other thread takes what was
 * gathered, interval by interval.
 */
final class Meter {
  /** Latencies are told to three places, up to an hour. */
  static final long LONGEST_US = TimeUnit.HOURS.toMicros(1);

  static final int DIGITS = 3;

  private final int types;
  private final SingleWriterRecorder[] latencies;
  private final AtomicLongArray counts;
  private final long[] countsTaken;
  private final ErrorSamples errors = new ErrorSamples();

  Meter(int types) {
    this.types = types;
    this.latencies = new SingleWriterRecorder[types];
    for (int i = 0; i < types; i++) {
      latencies[i] = new SingleWriterRecorder(LONGEST_US, DIGITS);
    }
    this.counts = new AtomicLongArray(types * Ending.count());
    this.countsTaken = new long[types * Ending.count()];
  }

  /** A call ended. The latency counts if it was answered, committed or not. */
  void record(int type, long latencyNs, CallOutcome outcome) {
    Ending ending = Ending.of(outcome);
    int slot = slot(type, ending);
    counts.lazySet(slot, counts.get(slot) + 1);
    if (ending != Ending.NOT_RUN && ending != Ending.UNKNOWN) {
      latencies[type].recordValue(Math.max(0, Math.min(LONGEST_US, latencyNs / 1000)));
    }
    if (ending != Ending.COMMITTED && ending != Ending.ABORTED) {
      errors.add(outcome);
    }
  }

  /** What was gathered since the last time. For one reader. */
  Interval take() {
    long[] difference = new long[countsTaken.length];
    for (int slot = 0; slot < difference.length; slot++) {
      long now = counts.get(slot);
      difference[slot] = now - countsTaken[slot];
      countsTaken[slot] = now;
    }
    Histogram[] taken = new Histogram[types];
    for (int type = 0; type < types; type++) {
      taken[type] = latencies[type].getIntervalHistogram();
    }
    return new Interval(difference, taken);
  }

  ErrorSamples errors() {
    return errors;
  }

  static int slot(int type, Ending ending) {
    return type * Ending.count() + ending.index();
  }
}
