package org.thetisdb.client;

import org.thetisdb.client.link.AnswerPolicy;
import org.thetisdb.client.link.AnswerPolicy.Decision;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.Message;

/**
 * Something that waits for an answer. Lives on the client's scheduler.
 *
 * <p>{@code onWire} says that it was handed to the present connection and waits for the answer;
 * {@code doubtful} that an earlier sending was never answered, so that it may have been run.
 *
 * @hidden
 */
public abstract class Request {
  final long timeoutUs;
  long deadlineUs;
  protected long id;
  boolean onWire;
  protected boolean doubtful;
  boolean done;

  /** The answer, where the application gets more of it than its result. */
  protected Message reply;

  Request previous;
  Request next;

  protected Request(long timeoutUs) {
    this.timeoutUs = timeoutUs;
  }

  /** The message to send now under this request's {@code id}. */
  protected abstract Message message(long nowUs);

  /** Takes the end, once. */
  protected abstract void conclude(CallOutcome outcome);

  /** Takes note of what an answer has seen. */
  protected abstract void saw(VersionVector vector);

  /** What an error answer means for this request. */
  protected Decision decide(ErrorCode code) {
    return AnswerPolicy.decide(code, doubtful);
  }

  /** Whether it cannot be sent again on another connection than the one that was lost. */
  protected boolean endsWithConnection() {
    return false;
  }

  /** Its time is over while the cluster may be at it. */
  protected void abandon() {}

  /** How it ends when it may have run and its answer will not come. */
  protected CallOutcome unanswered(String why) {
    return CallOutcome.unknown(why);
  }

  /** How it ends when it may have run and its time is over, on a connection that is there. */
  protected CallOutcome expired(long timeoutMs) {
    return unanswered("no answer within " + timeoutMs + " ms");
  }

  /** Its number on the present connection. */
  public final long id() {
    return id;
  }

  /** Whether it was handed to the present connection and waits for the answer. */
  public final boolean isOnWire() {
    return onWire;
  }

  /** Whether the cluster may have run this. */
  public final boolean mayHaveRun() {
    return onWire || doubtful;
  }

  /** Whether the cluster may have run this, and something may be otherwise than before. */
  protected boolean mayHaveChanged() {
    return mayHaveRun();
  }

  /** The connection was lost: what was on it is now in doubt. */
  final void lost() {
    doubtful |= onWire;
    onWire = false;
  }
}
