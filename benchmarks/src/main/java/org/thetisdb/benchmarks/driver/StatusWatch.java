package org.thetisdb.benchmarks.driver;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.client.CallException;
import org.thetisdb.core.error.ThetisException;

/**
 * Asks a database for its counters on a thread of its own, so that one which does not answer holds
 * up nothing. One question is under way at a time. For use by one thread.
 */
final class StatusWatch implements AutoCloseable {
  private static final long PATIENCE_MS = 500;

  private final Target target;
  private final ExecutorService asker =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "thetis-bench-status");
            thread.setDaemon(true);
            return thread;
          });
  private CompletableFuture<StatusView> asked;
  private StatusView latest;
  private long answeredNs;
  private String failure = "no answer";

  /**
   * A watch that has its first answer.
   *
   * @throws CallException if the database does not answer
   */
  StatusWatch(Target target) {
    this.target = target;
    this.latest = target.status();
    this.answeredNs = System.nanoTime();
  }

  /** The newest answer, which may be an old one. Returns within half a second. */
  StatusView look() throws InterruptedException {
    if (asked == null) {
      asked = CompletableFuture.supplyAsync(target::status, asker);
    }
    try {
      latest = asked.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
      answeredNs = System.nanoTime();
      asked = null;
    } catch (TimeoutException e) {
      failure = "no answer"; // the same question is looked at the next time
    } catch (ExecutionException e) {
      failure = sentence(e.getCause());
      asked = null;
    }
    return latest;
  }

  private static String sentence(Throwable cause) {
    if (cause instanceof CallException refused) {
      return refused.describe();
    }
    return cause instanceof ThetisException known ? known.getMessage() : cause.toString();
  }

  /** The newest answer that is here already. */
  StatusView latest() {
    return latest;
  }

  /** For how long there was no answer. */
  long silentMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - answeredNs);
  }

  /** Why there was none the last time. */
  String failure() {
    return failure;
  }

  @Override
  public void close() {
    asker.shutdownNow();
  }
}
