package org.thetisdb.core.net.netty;

/**
 * Counts what was handed to a scheduler and not yet worked off, and decides when to stop reading
 * and when to go on.
 *
 * <p>Thread-safe in two roles: the event loop hands over, the scheduler works off. Each side writes
 * its own word before it reads the other's, so that one of the two always sees that reading must go
 * on.
 */
final class InboundMeter {
  private final long highBytes;
  private final long lowBytes;
  private volatile long handedBytes;
  private volatile long doneBytes;
  private volatile boolean paused;

  InboundMeter(int limitBytes) {
    highBytes = limitBytes;
    lowBytes = limitBytes / 2;
  }

  /**
   * Event loop: {@code bytes} were handed over.
   *
   * @return whether to stop reading
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // the event loop alone writes it
  boolean handed(int bytes) {
    handedBytes += bytes;
    if (paused || lagBytes() <= highBytes) {
      return false;
    }
    paused = true;
    return !canResume();
  }

  /**
   * Scheduler: {@code bytes} are worked off.
   *
   * @return whether the event loop should look whether it {@link #canResume}
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // the scheduler's line alone writes it
  boolean workedOff(int bytes) {
    doneBytes += bytes;
    return paused && lagBytes() <= lowBytes;
  }

  /** Event loop: whether to go on reading; true once for each pause. */
  boolean canResume() {
    if (!paused || lagBytes() > lowBytes) {
      return false;
    }
    paused = false;
    return true;
  }

  private long lagBytes() {
    return handedBytes - doneBytes;
  }
}
