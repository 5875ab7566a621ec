package org.thetisdb.core.net.netty;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.time.BatchScheduler;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.SystemClock;
import org.thetisdb.core.time.UncaughtHandler;

/**
 * A scheduler that lives on one of Netty's event loops. Connections that are opened or accepted
 * with it belong to the same loop, so what arrives reaches the listener without changing threads.
 * What runs here must be short: everything on the loop waits for it.
 *
 * <p>An exception that escapes from a task or a listener stops the event loop for good and goes to
 * the handler; the loop itself goes on. What is handed in after the transport was closed is
 * dropped. Thread-safe.
 */
public final class EventLoopScheduler implements BatchScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoopScheduler.class);

  private final EventLoop loop;
  private final UncaughtHandler uncaughtHandler;
  private final List<Runnable> batchEndHooks = new CopyOnWriteArrayList<>();
  private final Runnable endBatch = this::endBatch;

  // Owned by the loop.
  private boolean batchOpen;
  private boolean failed;

  EventLoopScheduler(EventLoop loop, UncaughtHandler uncaughtHandler) {
    this.loop = loop;
    this.uncaughtHandler = uncaughtHandler;
  }

  EventLoop loop() {
    return loop;
  }

  @Override
  public Clock clock() {
    return SystemClock.INSTANCE;
  }

  @Override
  public void execute(Runnable task) {
    try {
      loop.execute(() -> run(task));
    } catch (RejectedExecutionException stopped) {
      LOG.debug("a task came after the transport was closed and is dropped");
    }
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    try {
      ScheduledFuture<?> future = loop.schedule(() -> run(task), delayUs, TimeUnit.MICROSECONDS);
      return () -> future.cancel(false);
    } catch (RejectedExecutionException stopped) {
      LOG.debug("a timer was set after the transport was closed and is dropped");
      return () -> {};
    }
  }

  @Override
  public void onBatchEnd(Runnable hook) {
    batchEndHooks.add(hook);
  }

  @Override
  public boolean inLine() {
    return loop.inEventLoop();
  }

  /** On the loop: runs one task of this event loop. */
  void run(Runnable task) {
    if (failed) {
      return;
    }
    openBatch();
    try {
      task.run();
    } catch (Throwable failure) {
      fail(failure);
    }
  }

  private void openBatch() {
    if (!batchOpen && !batchEndHooks.isEmpty()) {
      batchOpen = true;
      loop.execute(endBatch);
    }
  }

  private void endBatch() {
    batchOpen = false;
    if (failed) {
      return;
    }
    try {
      batchEndHooks.forEach(Runnable::run);
    } catch (Throwable failure) {
      fail(failure);
    }
  }

  private void fail(Throwable failure) {
    failed = true;
    uncaughtHandler.onUncaught(failure);
  }
}
