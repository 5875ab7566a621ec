package org.thetisdb.client;

import org.thetisdb.core.wire.Message;

/**
 * Something that waits for an answer. Lives on the client's scheduler.
 *
 * <p>{@code onWire} says that it was handed to the present connection and waits for the answer;
 * {@code doubtful} that an earlier sending was never answered, so that it may have been run.
 */
abstract class Request {
  final long timeoutUs;
  long deadlineUs;
  long id;
  boolean onWire;
  boolean doubtful;
  boolean done;
  Request previous;
  Request next;

  Request(long timeoutUs) {
    this.timeoutUs = timeoutUs;
  }

  /** The message to send now under this request's {@code id}. */
  abstract Message message(long nowUs);

  /** Takes the end, once. */
  abstract void conclude(CallOutcome outcome);

  /** Whether the cluster may have run this. */
  final boolean mayHaveRun() {
    return onWire || doubtful;
  }

  /** The connection was lost: what was on it is now in doubt. */
  final void lost() {
    doubtful |= onWire;
    onWire = false;
  }
}
