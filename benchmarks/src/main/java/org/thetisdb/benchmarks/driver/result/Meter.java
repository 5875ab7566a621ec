package org.thetisdb.benchmarks.driver.result;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.thetisdb.client.CallOutcome;

/**
 * Counts and times calls. Written by the threads of the clients; one other thread takes what was
 * gathered, interval by interval.
 */
public final class Meter {
  /** Latencies are given to three places, up to an hour. */
  static final long LONGEST_US = TimeUnit.HOURS.toMicros(1);

  static final int DIGITS = 3;

  /** In sentences that are alike but for these. */
  private static final Pattern NUMBERS = Pattern.compile("\\d+");

  private final int types;
  private final Recorder[] latencies;
  private final AtomicLongArray counts;
  private final long[] countsTaken;
  private final ErrorSamples errors = new ErrorSamples();
  private final ErrorSamples conflicts = new ErrorSamples();

  /** Nothing was counted yet. */
  public Meter(int types) {
    this.types = types;
    this.latencies = new Recorder[types];
    for (int i = 0; i < types; i++) {
      latencies[i] = new Recorder(LONGEST_US, DIGITS);
    }
    this.counts = new AtomicLongArray(types * Ending.count());
    this.countsTaken = new long[types * Ending.count()];
  }

  /** A call ended. The latency counts if it was answered, committed or not. */
  public void record(int type, long latencyNs, CallOutcome outcome) {
    Ending ending = Ending.of(outcome);
    record(type, latencyNs, ending);
    if (ending != Ending.COMMITTED && ending != Ending.ABORTED) {
      errors.add(outcome.code().id(), outcome.message());
    }
  }

  /** A transaction ended. The latency counts if it was answered, committed or not. */
  public void record(int type, long latencyNs, Ending ending) {
    counts.incrementAndGet(slot(type, ending));
    if (ending != Ending.NOT_RUN && ending != Ending.UNKNOWN) {
      latencies[type].recordValue(Math.max(0, Math.min(LONGEST_US, latencyNs / 1000)));
    }
  }

  /** An attempt was rolled back by a conflict; the transaction goes on. */
  public void retried(int type) {
    counts.incrementAndGet(slot(type, Ending.RETRIED));
  }

  /** An error came up; its code and one sentence. */
  public void error(String code, String message) {
    errors.add(code, message);
  }

  /**
   * An attempt was rolled back by a conflict, for the reason that the database gave in a sentence.
   */
  public void conflict(String transaction, String message) {
    conflicts.add(transaction + ": " + NUMBERS.matcher(message).replaceAll("N"), message);
  }

  /** What was gathered since the last time. For one reader. */
  public MeasuredInterval take() {
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
    return new MeasuredInterval(difference, taken);
  }

  /** How many ended so, of all types, from the beginning. */
  public long total(Ending ending) {
    long sum = 0;
    for (int type = 0; type < types; type++) {
      sum += counts.get(slot(type, ending));
    }
    return sum;
  }

  /** The errors so far, by code. */
  public Map<String, ErrorSamples.Sample> errors() {
    return errors.samples();
  }

  /** Why attempts were rolled back so far, by transaction type and reason. */
  public Map<String, ErrorSamples.Sample> conflicts() {
    return conflicts.samples();
  }

  static int slot(int type, Ending ending) {
    return type * Ending.count() + ending.index();
  }
}
