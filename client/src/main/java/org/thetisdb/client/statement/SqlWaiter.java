package org.thetisdb.client.statement;

import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.caller.CallerTransport;

/**
 * Lets a thread of the application wait for the outcome of a request of SQL, and read it itself. An
 * interrupt does not end the waiting, because the request would go on; the thread's interrupt
 * status is kept.
 */
final class SqlWaiter implements SqlCallback, CallCallback {
  private final Thread waiting = Thread.currentThread();
  private final CallerTransport transport;
  private volatile SqlOutcome outcome;

  /** The calling thread is about to wait, and reads what arrives on {@code transport}. */
  SqlWaiter(CallerTransport transport) {
    this.transport = transport;
  }

  @Override
  public void onOutcome(SqlOutcome arrival) {
    outcome = arrival;
    transport.wake(waiting);
  }

  @Override
  public void onOutcome(CallOutcome arrival) {
    onOutcome(new SqlOutcome(arrival, null));
  }

  private boolean isOver() {
    return outcome != null;
  }

  /** The outcome; null if it did not come in time. */
  SqlOutcome await(long patienceMs) {
    return transport.await(this::isOver, patienceMs) ? outcome : null;
  }
}
