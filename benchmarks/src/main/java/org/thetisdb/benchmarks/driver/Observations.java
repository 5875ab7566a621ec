package org.thetisdb.benchmarks.driver;

import java.util.concurrent.atomic.AtomicLongArray;
import org.thetisdb.benchmarks.driver.result.Ending;

/**
 * What the clients of a workload saw: how often things were done, for sure or perhaps, and answers
 * that cannot be. Thread-safe.
 */
public final class Observations {
  private final AtomicLongArray certain;
  private final AtomicLongArray unknown;
  private long impossible;
  private String firstImpossible = "";

  /** Counts things with indexes below {@code kinds}. */
  public Observations(int kinds) {
    certain = new AtomicLongArray(kinds);
    unknown = new AtomicLongArray(kinds);
  }

  /** Something was done, or perhaps was; another ending counts nothing. */
  public void ended(int kind, Ending ending) {
    if (ending == Ending.COMMITTED) {
      certain.incrementAndGet(kind);
    } else if (ending == Ending.UNKNOWN) {
      unknown.incrementAndGet(kind);
    }
  }

  /** How often it was done for sure. */
  public long certain(int kind) {
    return certain.get(kind);
  }

  /** How often nobody knows whether it was done. */
  public long unknown(int kind) {
    return unknown.get(kind);
  }

  /** An answer came that cannot be. */
  public synchronized void impossible(String what) {
    if (impossible++ == 0) {
      firstImpossible = what;
    }
  }

  /** What answers were wrong; empty if none. */
  public synchronized String impossible() {
    return impossible == 0
        ? ""
        : impossible + " answers cannot be right; the first: " + firstImpossible;
  }

  /**
   * Whether a number lies between what was loaded and done for sure, and that with all that was
   * perhaps done.
   */
  public boolean accepts(long loaded, int kind, long found) {
    return found >= loaded + certain(kind) && found <= loaded + certain(kind) + unknown(kind);
  }
}
