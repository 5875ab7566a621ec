package org.thetisdb.client;

import org.thetisdb.client.link.SessionNumber;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.Message;

/** A call of a procedure in a session. Handed to the scheduler as its own task. */
final class CallRequest extends SessionRequest {
  private final CallCallback callback;
  private final String procedure;
  private final byte[] arguments;

  CallRequest(
      SessionCore session,
      String procedure,
      byte[] arguments,
      long timeoutUs,
      CallCallback callback) {
    super(session, timeoutUs);
    this.procedure = procedure;
    this.arguments = arguments;
    this.callback = callback;
  }

  @Override
  protected Message message(long nowUs) {
    SessionNumber number = session.number();
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

  /** Its callback is code of the application, which stays away from threads of other callers. */
  @Override
  public boolean isShort() {
    return false;
  }

  @Override
  protected void deliver(CallOutcome outcome) {
    Callbacks.deliver(callback, outcome);
  }
}
