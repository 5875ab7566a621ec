package org.thetisdb.benchmarks.driver;

import java.util.EnumMap;
import java.util.Map;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;

/** Which errors came up, how often, and one sentence of each. */
public final class ErrorSamples {
  /** An error's number of times and its first sentence. */
  public record Sample(long count, String message) {}

  private static final class Entry {
    private final String message;
    private long count;

    Entry(String message) {
      this.message = message;
    }
  }

  private final Map<ErrorCode, Entry> entries = new EnumMap<>(ErrorCode.class);

  synchronized void add(CallOutcome outcome) {
    Entry entry = entries.get(outcome.code());
    if (entry == null) {
      entry = new Entry(outcome.message());
      entries.put(outcome.code(), entry);
    }
    entry.count++;
  }

  /** A copy of what was gathered. */
  public synchronized Map<ErrorCode, Sample> samples() {
    Map<ErrorCode, Sample> copy = new EnumMap<>(ErrorCode.class);
    entries.forEach((code, entry) -> copy.put(code, new Sample(entry.count, entry.message)));
    return copy;
  }
}
