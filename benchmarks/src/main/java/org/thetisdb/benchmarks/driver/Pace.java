package org.thetisdb.benchmarks.driver;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When calls begin. In a closed loop: now. In an open one at fixed times, which a slow answer does
 * not put off: a call that begins late is timed from when it should have begun.
 */
public final class Pace {
  private final double ratePerS;
  private final AtomicLong issued = new AtomicLong();
  private final AtomicLong begun = new AtomicLong();
  private volatile long zeroNs;

  /** {@code ratePerS} is 0 for a closed loop. */
  public Pace(double ratePerS) {
    this.ratePerS = ratePerS;
  }

  public void begin(long nowNs) {
    zeroNs = nowNs;
  }

  /** A call was sent. */
  public void sent() {
    begun.incrementAndGet();
  }

  /** How many calls should have begun until {@code nowNs} and did not; 0 in a closed loop. */
  public long unbegun(long nowNs) {
    long due = (long) ((nowNs - zeroNs) * ratePerS / 1e9);
    return Math.max(0, due - begun.get());
  }

  /** When the next call is to begin; may have passed. */
  public long nextStartNs(long nowNs) {
    return ratePerS == 0 ? nowNs : zeroNs + (long) (issued.getAndIncrement() * 1e9 / ratePerS);
  }
}
