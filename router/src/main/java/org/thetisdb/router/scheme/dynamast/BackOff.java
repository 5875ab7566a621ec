package org.thetisdb.router.scheme.dynamast;

/**
 * When something may be tried again: later and later, each time it was in vain. Not thread-safe.
 */
final class BackOff {
  private static final long FIRST_US = 20_000_000;
  private static final long LONGEST_US = 320_000_000;

  private long waitUs = FIRST_US;
  private long notBeforeUs = Long.MIN_VALUE;

  /** Whether it may be tried. */
  boolean allows(long nowUs) {
    return nowUs >= notBeforeUs;
  }

  /** It was tried in vain; the next wait will be twice as long. */
  void onFailed(long nowUs) {
    notBeforeUs = nowUs + waitUs;
    waitUs = Math.min(LONGEST_US, 2 * waitUs);
  }

  /** It has helped, or all is different now. */
  void reset() {
    waitUs = FIRST_US;
    notBeforeUs = Long.MIN_VALUE;
  }
}
