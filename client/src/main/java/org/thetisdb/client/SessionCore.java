package org.thetisdb.client;

import java.util.ArrayDeque;
import org.thetisdb.client.link.SessionNumber;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;

/**
 * A session: its calls run one after the other, and each sees at least what the ones before it saw.
 * {@link #call} and {@link #close} may be called from any thread; calls of one thread keep their
 * order. All else happens on the scheduler.
 *
 * <p>The cluster knows a session by an id, and lets it have one call under way. A call with unknown
 * outcome may still be under way there; so the session then goes on under another id, with the same
 * vector.
 *
 * @hidden
 */
public final class SessionCore {
  private final ClientCore core;
  private final int maxQueued;
  private final long defaultTimeoutUs;
  private final ArrayDeque<SessionRequest> queue = new ArrayDeque<>();
  private SessionRequest current;
  private boolean currentIsNumbered;
  private SessionNumber number;
  private VersionVector vector = VersionVector.ZERO;
  private boolean closed;

  SessionCore(ClientCore core, ClientOptions options) {
    this.core = core;
    this.maxQueued = options.maxQueuedPerSession();
    this.defaultTimeoutUs = options.callTimeout().toNanos() / 1000;
  }

  /** Calls a procedure with encoded arguments, which must not be changed any more. */
  public void call(String procedure, byte[] arguments, CallCallback callback) {
    call(procedure, arguments, defaultTimeoutUs, callback);
  }

  /** Calls a procedure with a time-out of its own, in microseconds. */
  public void call(String procedure, byte[] arguments, long timeoutUs, CallCallback callback) {
    core.scheduler().execute(new CallRequest(this, procedure, arguments, timeoutUs, callback));
  }

  /** Takes no more calls. Those that wait are still run. */
  public void close() {
    core.scheduler()
        .execute(
            () -> {
              closed = true;
              giveNumberBack();
            });
  }

  /** Later calls of this session see all that the other one has seen by now. */
  public void follow(SessionCore other) {
    core.scheduler().execute(() -> saw(other.vector));
  }

  void enqueue(SessionRequest call) {
    if (closed) {
      call.deliver(CallOutcome.failed(ErrorCode.NOT_CONNECTED, "The session is closed."));
    } else if (queue.size() >= maxQueued) {
      call.deliver(full());
    } else if (!core.admit(call)) {
      call.deliver(ClientCore.closedOutcome());
    } else if (current == null) {
      begin(call);
    } else {
      queue.add(call);
    }
  }

  private CallOutcome full() {
    return CallOutcome.failed(
        ErrorCode.OVERLOADED, ErrorCode.OVERLOADED.format(maxQueued + " in one session"));
  }

  private void begin(SessionRequest call) {
    current = call;
    currentIsNumbered = false;
    CallOutcome refusal = call.refusal();
    if (refusal == null) {
      core.makeReady(call);
    } else {
      core.end(call, refusal);
    }
  }

  /** Gives the call its number before it is sent for the first time; false if there is none. */
  boolean prepare(SessionRequest call) {
    if (call != current) {
      throw new IllegalStateException("a call is sent before the one before it has ended");
    }
    if (currentIsNumbered || !call.isNumbered()) {
      return true;
    }
    if (number == null) {
      number = core.numbers().take();
    }
    if (number == null) {
      return false;
    }
    number.advance();
    currentIsNumbered = true;
    return true;
  }

  /** What the next call is to have seen. */
  public VersionVector vector() {
    return vector.max(core.baseVector());
  }

  public void saw(VersionVector seen) {
    vector = vector.max(seen);
  }

  /** A call of this session has ended, sent or not. */
  void ended(SessionRequest call, CallOutcome outcome) {
    if (call != current) {
      queue.remove(call);
      return;
    }
    if (outcome.isUnknown()) {
      dropNumber();
    }
    current = null;
    SessionRequest next = queue.poll();
    if (next != null) {
      begin(next);
    } else if (closed) {
      giveNumberBack();
    }
  }

  /** The one that is under way, or waits to be sent; null if there is none. */
  public SessionRequest current() {
    return current;
  }

  /** The number that the cluster knows; null before the first call and after a loss. */
  public SessionNumber number() {
    return number;
  }

  /** Goes on under another number: what is still under way for this one is not known. */
  public void dropNumber() {
    number = null;
  }

  private void giveNumberBack() {
    if (current == null && number != null) {
      core.numbers().giveBack(number);
      number = null;
    }
  }
}
