package org.thetisdb.replication.testing;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;

/** A scheduler with one thread. Timers follow the real clock. */
public final class ThreadScheduler implements Scheduler, AutoCloseable {
  private final ScheduledExecutorService thread;
  private final Clock clock;

  public ThreadScheduler(String name) {
    this(name, RealClock.INSTANCE);
  }

  /** A scheduler that shows another clock to its users. */
  public ThreadScheduler(String name, Clock clock) {
    this.clock = clock;
    thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, name);
              made.setDaemon(true);
              return made;
            });
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public void execute(Runnable task) {
    thread.execute(task);
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    ScheduledFuture<?> future = thread.schedule(task, delayUs, TimeUnit.MICROSECONDS);
    return () -> future.cancel(false);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** A clock that stands still. */
  public enum StillClock implements Clock {
    INSTANCE;

    @Override
    public long nowUs() {
      return 1;
    }

    @Override
    public long wallMs() {
      return 1;
    }
  }

  /** The JVM's clocks. */
  public enum RealClock implements Clock {
    INSTANCE;

    @Override
    public long nowUs() {
      return System.nanoTime() / 1000;
    }

    @Override
    public long wallMs() {
      return System.currentTimeMillis();
    }
  }
}
