package org.thetisdb.store.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Threads of one test; closing waits for them and throws what any of them threw. */
public final class Crew implements AutoCloseable {
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  public void start(Runnable work) {
    Thread thread = new Thread(work, "crew-" + threads.size());
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((where, thrown) -> failure.compareAndSet(null, thrown));
    threads.add(thread);
    thread.start();
  }

  @Override
  public void close() {
    for (Thread thread : threads) {
      join(thread);
    }
    if (failure.get() != null) {
      throw new AssertionError("a thread of the test failed", failure.get());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the test was interrupted", interrupted);
    }
  }
}
