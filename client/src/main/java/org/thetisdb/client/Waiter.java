package org.thetisdb.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.thetisdb.core.error.ErrorCode;

/**
 * Lets a thread of the application wait for an outcome. The client ends every call in time; should
 * its thread be gone, the waiting ends by itself a little later.
 */
final class Waiter implements CallCallback {
  private static final long GRACE_MS = 5_000;

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final long patienceMs;
  private volatile CallOutcome outcome;

  Waiter(long callTimeoutMs) {
    this.patienceMs = callTimeoutMs + GRACE_MS;
  }

  @Override
  public void onOutcome(CallOutcome arrival) {
    outcome = arrival;
    arrived.countDown();
  }

  CallOutcome await() {
    try {
      if (arrived.await(patienceMs, TimeUnit.MILLISECONDS)) {
        return outcome;
      }
      return CallOutcome.failed(
          ErrorCode.OUTCOME_UNKNOWN,
          ErrorCode.OUTCOME_UNKNOWN.format("the client does not run any more"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CallOutcome.unknown("the waiting thread was interrupted");
    }
  }
}
