package org.thetisdb.benchmarks.driver.result;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** What happened in a stretch of time: counts and latencies in microseconds, by type. */
public final class MeasuredInterval {
  private final long[] counts;
  private final Histogram[] latencies;
  private final Histogram all = new Histogram(Meter.LONGEST_US, Meter.DIGITS);

  MeasuredInterval(long[] counts, Histogram[] latencies) {
    this.counts = counts;
    this.latencies = latencies;
    for (Histogram one : latencies) {
      all.add(one);
    }
  }

  public static MeasuredInterval empty(int types) {
    Histogram[] none = new Histogram[types];
    for (int i = 0; i < types; i++) {
      none[i] = new Histogram(Meter.LONGEST_US, Meter.DIGITS);
    }
    return new MeasuredInterval(new long[types * Ending.count()], none);
  }

  /** Adds what happened later. */
  public void add(MeasuredInterval later) {
    for (int slot = 0; slot < counts.length; slot++) {
      counts[slot] += later.counts[slot];
    }
    addLate(later);
  }

  /** Adds the latencies of calls that began before the end and were answered after it. */
  public void addLate(MeasuredInterval later) {
    for (int type = 0; type < latencies.length; type++) {
      latencies[type].add(later.latencies[type]);
    }
    all.add(later.all);
  }

  /** Number of calls of one type that ended so. */
  public long count(int type, Ending ending) {
    return counts[Meter.slot(type, ending)];
  }

  /** Number of calls of all types that ended so. */
  public long count(Ending ending) {
    long sum = 0;
    for (int type = 0; type < latencies.length; type++) {
      sum += count(type, ending);
    }
    return sum;
  }

  /**
   * The share of the tries of one type that a conflict rolled back, for a client to try again; 0 to
   * 1.
   */
  public double retriedShare(int type) {
    long tries = 0;
    for (Ending ending : Ending.values()) {
      tries += count(type, ending);
    }
    return tries == 0 ? 0 : (double) count(type, Ending.RETRIED) / tries;
  }

  /** The same for all types together. */
  public double retriedShare() {
    long tries = Arrays.stream(counts).sum();
    return tries == 0 ? 0 : (double) count(Ending.RETRIED) / tries;
  }

  /** Latencies of answered calls of one type. */
  public Latency latency(int type) {
    return Latency.of(latencies[type]);
  }

  /** Latencies of all answered calls. */
  public Latency latency() {
    return Latency.of(all);
  }
}
