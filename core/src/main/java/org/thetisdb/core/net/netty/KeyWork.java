package org.thetisdb.core.net.netty;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs what handshakes calculate with keys, so that a thousand of them do not hold up the event
 * loop, which also runs statements. Its few threads end when nobody shakes hands. Bounded: what
 * does not fit is refused, and its connection ends.
 */
final class KeyWork {
  private static final int THREADS =
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
            new LinkedBlockingQueue<>(most),
            new DefaultThreadFactory("thetis-tls", true));
    pool.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs tasks.
   *
   * @throws java.util.concurrent.RejectedExecutionException from it, if too many wait
   */
  Executor executor() {
    return pool;
  }

  void close() {
    pool.shutdownNow();
  }
}
