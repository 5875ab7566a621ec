package org.thetisdb.benchmarks.driver;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What the clients of a run share: the word to stop, and the time. */
public final class LoopControl implements AutoCloseable {
  private final CountDownLatch running;
  private final RunTime time;
  private volatile boolean stopping;

  /** Clients that live in real time. */
  public LoopControl(int clients) {
    this(clients, new RealTime());
  }

  /** Clients that live in a time of their own; it is closed with this. */
  LoopControl(int clients, RunTime time) {
    this.running = new CountDownLatch(clients);
    this.time = time;
  }

  /** The time, as {@link System#nanoTime} gives it. */
  long nowNs() {
    return time.nowNs();
  }

  public boolean isStopping() {
    return stopping;
  }

  public void stop() {
    stopping = true;
  }

  /** A client has made its last call. */
  public void finished() {
    running.countDown();
  }

  /** Waits for the last answers; false if some do not come in time. */
  public boolean awaitRest(long patienceMs) throws InterruptedException {
    return running.await(patienceMs, TimeUnit.MILLISECONDS);
  }

  /** Whether all clients have made their last call. */
  boolean isIdle() {
    return running.getCount() == 0;
  }

  /** Runs a task after a while; not at all when the run is closed meanwhile. */
  void later(long delayNs, Runnable task) {
    time.later(delayNs, task);
  }

  @Override
  public void close() {
    time.close();
  }

  /** Real time, with a thread for what is due later. */
  private static final class RealTime implements RunTime {
    private final ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "thetis-bench-timer");
              thread.setDaemon(true);
              return thread;
            });

    @Override
    public long nowNs() {
      return System.nanoTime();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the task reports through the client
    public void later(long delayNs, Runnable task) {
      if (!timer.isShutdown()) {
        timer.schedule(task, delayNs, TimeUnit.NANOSECONDS);
      }
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }
  }
}
