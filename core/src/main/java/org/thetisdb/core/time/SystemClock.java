package org.thetisdb.core.time;

/**
 * The clock of the machine. Thread-safe.
 *
 * <p>{@link #nowUs} rests on {@link System#nanoTime}, which on Linux is {@code CLOCK_MONOTONIC}. It
 * goes on while the process is stopped (SIGSTOP, a long collection pause, a busy machine), but it
 * <em>stands still while the machine itself is suspended</em>; the clock that counts suspension,
 * {@code CLOCK_BOOTTIME}, cannot be reached from plain Java. The clock of people, {@link #wallMs},
 * does not stand still; so what rests on time, as a lease does, looks whether the two have parted.
 * Timers are late by as long as the machine was suspended.
 */
public final class SystemClock implements Clock {
  /** The one instance; it has no state. */
  public static final SystemClock INSTANCE = new SystemClock();

  private static final long ORIGIN_NS = System.nanoTime();

  private SystemClock() {}

  @Override
  public long nowUs() {
    return (System.nanoTime() - ORIGIN_NS) / 1_000;
  }

  @Override
  public long wallMs() {
    return System.currentTimeMillis();
  }
}
