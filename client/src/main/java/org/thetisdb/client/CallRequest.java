package org.thetisdb.client;

import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.Message;

/** A call of a procedure in a session. Handed to the scheduler as its own task. */
final class CallRequest extends Request implements Runnable {
  private static final long MAX_MARGIN_US = 500_000;

  final SessionCore session;
  final CallCallback callback;
  private final String procedure;
  private final byte[] arguments;

  CallRequest(
      SessionCore session,
      String procedure,
      byte[] arguments,
      long timeoutUs,
      CallCallback callback) {
    super(timeoutUs);
    this.session = session;
    this.procedure = procedure;
    this.arguments = arguments;
    this.callback = callback;
  }

  @Override
  public void run() {
    session.enqueue(this);
  }

  @Override
  Message message(long nowUs) {
    SessionNumber number = session.numberOfCurrent();
    return new Call(
        id,
        number.id(),
        number.sequence(),
        doubtful,
        startWithinMs(nowUs),
        session.vector(),
        procedure,
        arguments);
  }

  /**
   * The cluster is given a little less time than the client has, so that "was not started" arrives
   * before the client must say "unknown".
   */
  private int startWithinMs(long nowUs) {
    long leftUs = deadlineUs - nowUs;
    long marginUs = Math.min(leftUs / 4, MAX_MARGIN_US);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (leftUs - marginUs) / 1000));
  }

  @Override
  void conclude(CallOutcome outcome) {
    session.ended(this, outcome);
    Callbacks.deliver(callback, outcome);
  }
}
