package org.thetisdb.relational;

import java.util.concurrent.TimeUnit;

/** The machine's time. */
final class SystemTime {
  private SystemTime() {}

  static long nowMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
