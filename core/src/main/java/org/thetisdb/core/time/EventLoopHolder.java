package org.thetisdb.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What has an event loop: its own thread, none while that rests, or a caller.
 *
 * <table>
 * <caption>Legal moves</caption>
 * <tr><th>from</th><th>to</th><th>by</th><th>when</th></tr>
 * <tr><td>OWN</td><td>RESTING</td><td>own thread</td><td>there is nothing to do; it sleeps, or runs tasks of others before</td></tr>
 * <tr><td>RESTING</td><td>OWN</td><td>own thread</td><td>a timer is due</td></tr>
 * <tr><td>RESTING</td><td>OWN</td><td>any thread</td><td>it has handed a task in; it wakes the own thread</td></tr>
 * <tr><td>RESTING</td><td>CALLER</td><td>any thread</td><td>it has handed a short task in, and becomes the caller</td></tr>
 * <tr><td>CALLER</td><td>RESTING</td><td>caller</td><td>nothing is left to do</td></tr>
 * <tr><td>CALLER</td><td>OWN</td><td>caller</td><td>something is left for the own thread, which it wakes</td></tr>
 * </table>
 *
 * <p>Each move is a volatile write or a compare-and-set, so whatever the event loop owns passes
 * with it.
 */
final class EventLoopHolder {
  private static final int OWN = 0;
  private static final int RESTING = 1;
  private static final int CALLER = 2;

  /** How often an own thread that is awake looks whether a caller has left. */
  private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(50);

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(EventLoopHolder.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Clock clock;
  private volatile int state = OWN;

  /** The thread that rests; written before RESTING. */
  private Thread sleeper;

  /** Written by the caller, before and behind its run: nobody else finds itself here. */
  private Thread caller;

  private long sinceUs;

  /** How long all callers took; written by them, one at a time. */
  private volatile long callersUs;

  /** The event loop's own thread has it; {@code clock} measures how long callers take. */
  EventLoopHolder(Clock clock) {
    this.clock = clock;
  }

  /** Own thread: rests from now on; the thread that comes next sees it. */
  void rest() {
    sleeper = Thread.currentThread();
    state = RESTING;
  }

  /** Own thread: has the event loop again, as soon as a caller has left. */
  void takeBack() {
    while (state != OWN && !STATE.compareAndSet(this, RESTING, OWN)) {
      // User code may have left a mark that would make every park return at once.
      Thread.interrupted();
      LockSupport.parkNanos(this, LOOK_NS);
    }
  }

  /** Any thread: whether nobody has the event loop. */
  boolean isResting() {
    return state == RESTING;
  }

  /** Any thread: gives the event loop to its own thread if that rests. */
  void wake() {
    if (state == RESTING && STATE.compareAndSet(this, RESTING, OWN)) {
      LockSupport.unpark(sleeper);
    }
  }

  /** Any thread: takes the event loop if it rests; {@link #enter} must follow. */
  boolean takeAsCaller() {
    return state == RESTING && STATE.compareAndSet(this, RESTING, CALLER);
  }

  /**
   * The thread that has taken the event loop: is in it from now on; {@link #leave} or {@link
   * #leaveToOwn} must follow.
   */
  void enter() {
    caller = Thread.currentThread();
    sinceUs = clock.nowUs();
  }

  /** Any thread: whether it is the caller. */
  boolean isCaller() {
    return caller == Thread.currentThread();
  }

  /** Any thread: how long callers have had the event loop, in microseconds. */
  long callersUs() {
    return callersUs;
  }

  /** Caller: nobody has the event loop from now on. */
  void leave() {
    end();
    state = RESTING;
  }

  /** Caller: its own thread has the event loop from now on, and is woken. */
  void leaveToOwn() {
    Thread own = sleeper;
    end();
    state = OWN;
    LockSupport.unpark(own);
  }

  private void end() {
    caller = null;
    callersUs = callersUs + clock.nowUs() - sinceUs;
  }
}
