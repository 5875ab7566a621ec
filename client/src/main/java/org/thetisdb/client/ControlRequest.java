package org.thetisdb.client;

import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.Message;

/** A request outside of any session: an upload, or a question. Harmless to repeat. */
final class ControlRequest extends Request {
  private final LongFunction<Message> maker;
  private final Consumer<VersionVector> seen;
  private final CallCallback callback;

  /** {@code seen} hears what the answer has seen. */
  ControlRequest(
      long timeoutUs,
      LongFunction<Message> maker,
      Consumer<VersionVector> seen,
      CallCallback callback) {
    super(timeoutUs);
    this.maker = maker;
    this.seen = seen;
    this.callback = callback;
  }

  @Override
  protected Message message(long nowUs) {
    return maker.apply(id);
  }

  @Override
  protected void saw(VersionVector vector) {
    seen.accept(vector);
  }

  @Override
  protected void conclude(CallOutcome outcome) {
    Callbacks.deliver(callback, outcome);
  }
}
