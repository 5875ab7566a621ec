package org.thetisdb.replication.testing;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;

/** A scheduler with one thread and the real clock. */
public final class ThreadScheduler implements Scheduler, AutoCloseable {
  private final ScheduledExecutorService thread;

  public ThreadScheduler(String name) {
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
    return RealClock.INSTANCE;
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
