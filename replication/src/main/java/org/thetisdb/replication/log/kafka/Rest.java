package org.thetisdb.replication.log.kafka;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread's rest that others can end. A thread that asks for haste while the thread is still at
 * work has it pass its next rest over, so no request is lost. Thread-safe; one thread rests.
 */
final class Rest {
  private final Thread thread;
  private volatile boolean resting;
  private volatile boolean expedited;

  /** For {@code thread}. */
  Rest(Thread thread) {
    this.thread = thread;
  }

  /** Rests on its thread, at most for {@code longestNs}. Any unpark of the thread ends it, too. */
  void take(long longestNs) {
    resting = true;
    if (!expedited) {
      LockSupport.parkNanos(this, longestNs);
    }
    resting = false;
    expedited = false;
  }

  /** Ends the rest, or the next one. Any thread. */
  void end() {
    expedited = true;
    if (resting) {
      LockSupport.unpark(thread);
    }
  }
}
