package org.thetisdb.benchmarks.hostile;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** What became of the works that were sent, and how long they took. Thread-safe. */
public final class Tally {
  private static final long LONGEST_US = TimeUnit.HOURS.toMicros(2);
  private static final int DIGITS = 3;
  private static final int MOST_CODES = 50;
  private static final String OTHERS = "others";

  private final Histogram times = new Histogram(LONGEST_US, DIGITS);
  private final Map<String, Refusal> refusals = new TreeMap<>();
  private long sent;
  private long answered;

  /**
   * Refusals with one code.
   *
   * @param sample what the first of them said
   */
  public record Refusal(long count, String sample) {
    private Refusal next() {
      return new Refusal(count + 1, sample);
    }
  }

  synchronized void sent() {
    sent++;
  }

  synchronized void answered(long tookNs) {
    answered++;
    note(tookNs);
  }

  /** A refusal with an SQLState, or with another short code. */
  synchronized void refused(String code, String message, long tookNs) {
    String key = refusals.size() < MOST_CODES || refusals.containsKey(code) ? code : OTHERS;
    refusals.merge(key, new Refusal(1, message), (old, unused) -> old.next());
    note(tookNs);
  }

  private void note(long tookNs) {
    times.recordValue(Math.min(LONGEST_US, Math.max(0, TimeUnit.NANOSECONDS.toMicros(tookNs))));
  }

  /** All of it as it stands. */
  synchronized Counts counts() {
    return new Counts(sent, answered, new TreeMap<>(refusals), times.copy());
  }

  /**
   * A state of a tally.
   *
   * @param sent works that began
   * @param answered those that succeeded
   * @param refusals those that did not, by SQLState
   * @param times of both, in microseconds
   */
  public record Counts(long sent, long answered, Map<String, Refusal> refusals, Histogram times) {
    /** All that were refused. */
    public long refused() {
      return refusals.values().stream().mapToLong(Refusal::count).sum();
    }

    /** Those that had no end when the kind was over. */
    public long open() {
      return sent - answered - refused();
    }
  }
}
