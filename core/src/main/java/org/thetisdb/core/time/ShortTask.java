package org.thetisdb.core.time;

/**
 * A task that takes microseconds, so that the thread that hands it to an event loop that rests may
 * run it there and then, in place of waking the event loop's thread (see {@link EngineThread}).
 * Elsewhere it is a task like any other.
 *
 * <p>The code that makes one promises: it never blocks, runs no code of applications, and the
 * threads that hand it in hold no lock and have nothing urgent to do. If a step of it turns out to
 * need the event loop's own thread, it calls {@link Scheduler#handBack}.
 */
@FunctionalInterface
public interface ShortTask extends Runnable {
  /** Whether it is short this time. Asked by any thread, before and after it was handed in. */
  default boolean isShort() {
    return true;
  }
}
