package org.thetisdb.client;

import java.util.function.LongFunction;
import org.thetisdb.core.wire.Message;

/** A request outside of any session: an upload or a question for the status. Harmless to repeat. */
final class ControlRequest extends Request {
  private final LongFunction<Message> maker;
  private final CallCallback callback;

  ControlRequest(long timeoutUs, LongFunction<Message> maker, CallCallback callback) {
    super(timeoutUs);
    this.maker = maker;
    this.callback = callback;
  }

  @Override
  Message message(long nowUs) {
    return maker.apply(id);
  }

  @Override
  void conclude(CallOutcome outcome) {
    Callbacks.deliver(callback, outcome);
  }
}
