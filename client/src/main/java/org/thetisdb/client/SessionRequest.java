package org.thetisdb.client;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.ShortTask;

/**
 * A request of a session; those of one session run one after the other. Handed to the scheduler as
 * its own task.
 *
 * @hidden
 */
public abstract class SessionRequest extends Request implements ShortTask {
  private static final long MAX_MARGIN_US = 500_000;

  protected final SessionCore session;

  protected SessionRequest(SessionCore session, long timeoutUs) {
    super(timeoutUs);
    this.session = session;
  }

  @Override
  public final void run() {
    session.enqueue(this);
  }

  /** Whether it has a number in its session, so that it runs once however often it is sent. */
  protected boolean isNumbered() {
    return true;
  }

  /** Why its turn comes too late; null if it may be sent. */
  protected CallOutcome refusal() {
    return null;
  }

  @Override
  protected final void saw(VersionVector vector) {
    session.saw(vector);
  }

  /** Notifies the application. */
  protected abstract void deliver(CallOutcome outcome);

  @Override
  protected void conclude(CallOutcome outcome) {
    session.ended(this, outcome);
    deliver(outcome);
  }

  /**
   * The cluster is given a little less time than the client has, so that "was not started" arrives
   * before the client must say "unknown".
   */
  protected final int startWithinMs(long nowUs) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, givenMs(deadlineUs - nowUs)));
  }

  /** The time that the cluster was given at first, which is what errors name. */
  protected final long givenMs() {
    return givenMs(timeoutUs);
  }

  private static long givenMs(long leftUs) {
    return (leftUs - Math.min(leftUs / 4, MAX_MARGIN_US)) / 1000;
  }
}
