package org.thetisdb.benchmarks.driver;

import java.util.concurrent.atomic.AtomicLong;

/**
 * When calls begin. In a closed loop: now. In an open one at fixed times, which a slow answer does
 * not put off: a call that begins late is timed from when it should have begun.
 */
final class Pace {
  private final double ratePerS;
  private final AtomicLong issued = new AtomicLong();
  private volatile long zeroNs;

  /** {@code ratePerS} is 0 for a closed loop. */
  Pace(double ratePerS) {
    this.ratePerS = ratePerS;
  }

  void begin(long nowNs) {
    zeroNs = nowNs;
  }

  /** When the next call is to begin; may have passed. */
  long nextStartNs(long nowNs) {
    return ratePerS == 0 ? nowNs : zeroNs + (long) (issued.getAndIncrement() * 1e9 / ratePerS);
  }
}
