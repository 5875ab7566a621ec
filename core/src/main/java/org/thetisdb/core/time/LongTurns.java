package org.thetisdb.core.time;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Processors for work that takes long and may wait for that: long queries, and long compilations.
 * Of all lines of a process as many do such work at the same time as there are processors but one,
 * and at least one does; if more want to, they take turns of some milliseconds. So a processor is
 * left for what is short, however much of the other there is.
 *
 * <p>Whoever waits for a turn blocks its thread, which must be that of a line which does nothing
 * but such work. It does not wait for long: after some time it goes on without a turn, and asks
 * again later. So nothing stands still if work that has a turn waits for work that has none. Safe
 * for all threads.
 */
final class LongTurns {
  /** How long a turn is while others wait: a change of threads costs some microseconds. */
  private static final long TURN_NS = TimeUnit.MILLISECONDS.toNanos(4);

  private static final long MOST_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final LongTurns OF_PROCESS =
      new LongTurns(Math.max(1, Runtime.getRuntime().availableProcessors() - 1));

  private final Semaphore free;

  /** So many turns at the same time. */
  LongTurns(int count) {
    this.free = new Semaphore(count, true);
  }

  /** Those of all lines of this process. */
  static LongTurns ofProcess() {
    return OF_PROCESS;
  }

  /** What one thread has of it. All but {@link #giveUp} and {@link #waits} is for it alone. */
  final class Turn {
    private final AtomicBoolean has = new AtomicBoolean();
    private volatile boolean waits;
    private boolean working;
    private long sinceNs;

    /** Long work begins, or goes on: waits for a turn, unless it has one. */
    void begin() {
      if (!working) {
        working = true;
        take();
      }
    }

    /** In the midst of long work: if others wait and it had its turn, they have theirs first. */
    void pass() {
      if (!working || System.nanoTime() - sinceNs < TURN_NS) {
        return;
      }
      if (!has.get()) {
        take();
      } else if (free.hasQueuedThreads()) {
        giveUp();
        take();
      }
    }

    /** Long work is done. */
    void end() {
      working = false;
      giveUp();
    }

    private void take() {
      waits = true;
      try {
        has.set(free.tryAcquire(MOST_WAIT_NS, TimeUnit.NANOSECONDS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        waits = false;
        sinceNs = System.nanoTime();
      }
    }

    /** Any thread: whether the thread waits for its turn, and does nothing. */
    boolean waits() {
      return waits;
    }

    /** Any thread: others may have the turn. */
    void giveUp() {
      if (has.compareAndSet(true, false)) {
        free.release();
      }
    }
  }
}
