package org.thetisdb.core.net.netty;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs what handshakes calculate with keys, so that a thousand of them do not hold up the event
 * loop, which also runs statements. Its few threads end when nobody shakes hands. Bounded: what
 * does not fit is refused, and its connection ends.
 *
 * <p>The last to come is served first. Clients give up a handshake after seconds and come again; in
 * the order of arrival, a crowd that needs longer would be served when each has just left. Whose
 * turn does not come in time is among the newest the next time.
 */
final class KeyWork implements Executor {
  static final int THREADS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));

  private static final int REST_SECONDS = 10;

  private final ThreadPoolExecutor pool;

  /** For so many handshakes at a time. */
  KeyWork(int most) {
    this.pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            REST_SECONDS,
            TimeUnit.SECONDS,
            new NewestFirst(most),
            new DefaultThreadFactory("thetis-tls", true));
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs a task, on another thread.
   *
   * @throws java.util.concurrent.RejectedExecutionException if too many wait
   */
  @Override
  public void execute(Runnable task) {
    pool.execute(task);
  }

  /** Takes a task back; whether it has not begun, and never will. */
  boolean withdraw(Runnable task) {
    return pool.remove(task);
  }

  void close() {
    pool.shutdownNow();
  }

  /** What the pool offers comes to the front, where it takes. */
  private static final class NewestFirst extends LinkedBlockingDeque<Runnable> {
    private static final long serialVersionUID = 1;

    NewestFirst(int most) {
      super(most);
    }

    @Override
    public boolean offer(Runnable task) {
      return offerFirst(task);
    }
  }
}
