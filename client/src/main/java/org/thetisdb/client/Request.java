package org.thetisdb.client;

import org.thetisdb.client.AnswerPolicy.Decision;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
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

  /** The answer, where the application gets more of it than its result. */
  Message reply;

  Request previous;
  Request next;

  Request(long timeoutUs) {
    this.timeoutUs = timeoutUs;
  }

  /** The message to send now under this request's {@code id}. */
  abstract Message message(long nowUs);

  /** Takes the end, once. */
  abstract void conclude(CallOutcome outcome);

  /** Takes note of what an answer has seen. */
  abstract void saw(VersionVector vector);

  /** What an error answer means for this request. */
  Decision decide(ErrorCode code) {
    return AnswerPolicy.decide(code, doubtful);
  }

  /** Whether it cannot be sent again on another connection than the one that was lost. */
  boolean endsWithConnection() {
    return false;
  }

  /** Its time is over while the cluster may be at it. */
  void abandon() {}

  /** How it ends when it may have run and its answer will not come. */
  CallOutcome unanswered(String why) {
    return CallOutcome.unknown(why);
  }

  /** How it ends when it may have run and its time is over, on a connection that is there. */
  CallOutcome expired(long timeoutMs) {
    return unanswered("no answer within " + timeoutMs + " ms");
  }

  /** Whether the cluster may have run this. */
  final boolean mayHaveRun() {
    return onWire || doubtful;
  }

  /** Whether the cluster may have run this, and something may be otherwise than before. */
  boolean mayHaveChanged() {
    return mayHaveRun();
  }

  /** The connection was lost: what was on it is now in doubt. */
  final void lost() {
    doubtful |= onWire;
    onWire = false;
  }
}
