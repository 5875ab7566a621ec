package org.thetisdb.cluster;

import java.util.concurrent.CompletableFuture;
import org.thetisdb.core.error.ThetisException;

/**
 * Work that is interrupted when what it needs has failed for good: it would wait for nothing. For
 * one use by one thread; the failure may come from any other.
 */
final class GuardedWork {
  private final CompletableFuture<ThetisException> failed;
  private Thread worker;

  /** Work that needs something; {@code failed} ends when that has failed for good. */
  GuardedWork(CompletableFuture<ThetisException> failed) {
    this.failed = failed;
  }

  /** Something that takes its time and can be interrupted. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it. */
    T run() throws InterruptedException;
  }

  /**
   * Does the work on this thread. What it makes after the failure does not count.
   *
   * @throws ThetisException the failure
   * @throws InterruptedException if somebody else interrupted the work
   */
  <T> T run(Work<T> work) throws InterruptedException {
    begin(Thread.currentThread());
    CompletableFuture<Void> unused = failed.thenAccept(reason -> interrupt());
    try {
      return work.run();
    } catch (InterruptedException | RuntimeException e) {
      if (failed.isDone()) {
        throw failed.join();
      }
      throw e;
    } finally {
      end();
    }
  }

  private synchronized void begin(Thread current) {
    worker = current;
  }

  private synchronized void interrupt() {
    if (worker != null) {
      worker.interrupt();
    }
  }

  /** From here on nobody is interrupted; what was meant for the work does not hit what follows. */
  private synchronized void end() {
    worker = null;
    if (failed.isDone()) {
      Thread.interrupted();
    }
  }
}
