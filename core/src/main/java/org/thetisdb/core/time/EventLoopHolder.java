package org.thetisdb.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What has an event loop: its own thread, none while that rests, or a visitor.
 *
 * <table>
 * <caption>Legal moves</caption>
 * <tr><th>from</th><th>to</th><th>by</th><th>when</th></tr>
 * <tr><td>OWN</td><td>RESTING</td><td>own thread</td><td>there is nothing to do; it sleeps, or visits other event loops before</td></tr>
 * <tr><td>RESTING</td><td>OWN</td><td>own thread</td><td>a timer is due</td></tr>
 * <tr><td>RESTING</td><td>OWN</td><td>any thread</td><td>it has handed a task in; it wakes the own thread</td></tr>
 * <tr><td>RESTING</td><td>VISITED</td><td>any thread</td><td>it has handed a short task in, and becomes the visitor</td></tr>
 * <tr><td>VISITED</td><td>RESTING</td><td>visitor</td><td>nothing is left to do</td></tr>
 * <tr><td>VISITED</td><td>OWN</td><td>visitor</td><td>something is left for the own thread, which it wakes</td></tr>
 * </table>
 *
 * <p>Each move is a volatile write or a compare-and-set, so whatever the event loop owns passes
 * with it.
 */
final class EventLoopHolder {
  private static final int OWN = 0;
  private static final int RESTING = 1;
  private static final int VISITED = 2;

  /** How often an own thread that is awake looks whether a visitor has left. */
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

  /** Written by the visitor, before and behind its visit: nobody else finds itself here. */
  private Thread visitor;

  private long sinceUs;

  /** How long all visits took; written by visitors, one at a time. */
  private volatile long visitedUs;

  /** The event loop's own thread has it; {@code clock} measures how long visits take. */
  EventLoopHolder(Clock clock) {
    this.clock = clock;
  }

  /** Own thread: rests from now on; the thread that comes next sees it. */
  void rest() {
    sleeper = Thread.currentThread();
    state = RESTING;
  }

  /** Own thread: has the event loop again, as soon as a visitor has left. */
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
  boolean visit() {
    return state == RESTING && STATE.compareAndSet(this, RESTING, VISITED);
  }

  /**
   * The thread that has taken the event loop: is in it from now on; {@link #leave} or {@link
   * #leaveToOwn} must follow.
   */
  void enter() {
    visitor = Thread.currentThread();
    sinceUs = clock.nowUs();
  }

  /** Any thread: whether it is the visitor. */
  boolean isVisitor() {
    return visitor == Thread.currentThread();
  }

  /** Any thread: how long visitors have had the event loop, in microseconds. */
  long visitedUs() {
    return visitedUs;
  }

  /** Visitor: nobody has the event loop from now on. */
  void leave() {
    end();
    state = RESTING;
  }

  /** Visitor: its own thread has the event loop from now on, and is woken. */
  void leaveToOwn() {
    Thread own = sleeper;
    end();
    state = OWN;
    LockSupport.unpark(own);
  }

  private void end() {
    visitor = null;
    visitedUs = visitedUs + clock.nowUs() - sinceUs;
  }
}
