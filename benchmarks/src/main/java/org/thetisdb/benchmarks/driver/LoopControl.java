package org.thetisdb.benchmarks.driver;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What the clients of a run share: the word to stop, and a timer for pauses. */
public final class LoopControl implements AutoCloseable {
  private final CountDownLatch running;
  private final ScheduledExecutorService timer;
  private volatile boolean stopping;

  public LoopControl(int clients) {
    running = new CountDownLatch(clients);
    timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "thetis-bench-timer");
              thread.setDaemon(true);
              return thread;
            });
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

  /** Runs a task after a while; not at all when the run is closed meanwhile. */
  @SuppressWarnings("FutureReturnValueIgnored") // the task reports through the client
  void later(long delayNs, Runnable task) {
    if (!timer.isShutdown()) {
      timer.schedule(task, delayNs, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
