package org.thetisdb.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread of the application wait for the outcome of a request of SQL. An interrupt does not
 * end the waiting, because the request would go on; it is kept for whoever looks next.
 */
final class SqlWaiter implements SqlCallback, CallCallback {
  private final CountDownLatch arrived = new CountDownLatch(1);
  private volatile SqlOutcome outcome;

  @Override
  public void onOutcome(SqlOutcome arrival) {
    outcome = arrival;
    arrived.countDown();
  }

  @Override
  public void onOutcome(CallOutcome arrival) {
    onOutcome(new SqlOutcome(arrival, null));
  }

  /** The outcome; null if it did not come in time. */
  SqlOutcome await(long patienceMs) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMs);
    boolean interrupted = false;
    while (true) {
      try {
        boolean came = arrived.await(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return came ? outcome : null;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }
}
