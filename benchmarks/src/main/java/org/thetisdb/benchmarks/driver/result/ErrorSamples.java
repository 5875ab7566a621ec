package org.thetisdb.benchmarks.driver.result;

import java.util.Map;
import java.util.TreeMap;

/** Which errors came up, how often, and one sentence of each. Thread-safe. */
public final class ErrorSamples {
  /** More codes than these are counted as one. */
  private static final int MOST_CODES = 100;

  private static final String OTHERS = "others";

  /** An error's number of times and its first sentence. */
  public record Sample(long count, String message) {}

  private final Map<String, Sample> samples = new TreeMap<>();

  synchronized void add(String code, String message) {
    String key = samples.containsKey(code) || samples.size() < MOST_CODES ? code : OTHERS;
    samples.merge(
        key, new Sample(1, message), (old, one) -> new Sample(old.count() + 1, old.message()));
  }

  /** A copy of what was gathered, by code. */
  public synchronized Map<String, Sample> samples() {
    return new TreeMap<>(samples);
  }
}
