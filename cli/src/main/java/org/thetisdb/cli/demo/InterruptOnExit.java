package org.thetisdb.cli.demo;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets the work of this thread come to its end when the process is asked to end: it is interrupted,
 * and the process waits until it has cleaned up, but not for ever.
 */
final class InterruptOnExit {
  private static final long PATIENCE_S = 20;

  private final Thread worker = Thread.currentThread();
  private final CountDownLatch ended = new CountDownLatch(1);

  private InterruptOnExit() {}

  /** The work of the current thread begins; it ends with {@link #end}. */
  static InterruptOnExit begin() {
    InterruptOnExit work = new InterruptOnExit();
    Runtime.getRuntime().addShutdownHook(new Thread(work::interruptAndWait, "stop"));
    return work;
  }

  private void interruptAndWait() {
    if (ended.getCount() > 0) {
      worker.interrupt();
      try {
        boolean unused = ended.await(PATIENCE_S, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The work is over, whatever came of it. */
  void end() {
    ended.countDown();
  }
}
