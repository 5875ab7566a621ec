package org.thetisdb.core.time;

/**
 * The clock of the machine. Thread-safe.
 *
 * <p>{@link #nowUs} rests on {@link System#nanoTime}, which on Linux is {@code CLOCK_MONOTONIC}. It
 * goes on while the process is stopped (SIGSTOP, a long collection pause, a busy machine), but it
 * <em>stands still while the machine itself is suspended</em>; the clock that counts suspension,
 * {@code CLOCK_BOOTTIME}, cannot be reached from plain Java. What that means for a lease: a site on
 * a suspended and resumed machine may take an expired lease for a good one, until it hears from the
 * others. Therefore a lease guards only reads "as of now"; an acknowledgement never rests on it,
 * but on the offset that the log returned. Do not suspend the machines of a cluster, or accept that
 * such a read, in the moment after waking, may be as old as the suspension was long.
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
