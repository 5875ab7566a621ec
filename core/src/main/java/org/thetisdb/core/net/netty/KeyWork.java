package org.thetisdb.core.net.netty;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs what handshakes calculate with keys, so that a thousand of them do not hold up the event
 * loop, which also runs statements. Its few threads end when nobody shakes hands. Bounded: what
 * does not fit is refused, and its connection ends. Thread-safe.
 *
 * <p>What has begun ends first. The last step of a handshake is short, and the other end takes the
 * connection for open before it: behind the first steps of a crowd, what it asks would wait for
 * seconds.
 *
 * <p>Of those that have not begun, the last to come is first. Clients give up a handshake after
 * seconds and come again; in the order of arrival, a crowd that needs longer would be served when
 * each has just left. Whose turn does not come in time is among the newest the next time.
 */
final class KeyWork implements HandshakeTasks {
  static final int THREADS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));

  private static final int REST_SECONDS = 10;

  private final ThreadPoolExecutor pool;
  private final AtomicLong numbers = new AtomicLong();

  /** For so many handshakes at a time. */
  KeyWork(int most) {
    this.pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            REST_SECONDS,
            TimeUnit.SECONDS,
            new Waiting(most),
            new DefaultThreadFactory("thetis-tls", true));
    pool.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable task, boolean hasBegun) {
    pool.execute(new Step(task, hasBegun, numbers.getAndIncrement()));
  }

  @Override
  public boolean withdraw(Runnable task) {
    return pool.getQueue().removeIf(waits -> waits instanceof Step step && step.task == task);
  }

  void close() {
    pool.shutdownNow();
  }

  private record Step(Runnable task, boolean hasBegun, long number)
      implements Runnable, Comparable<Step> {
    @Override
    public void run() {
      task.run();
    }

    @Override
    public int compareTo(Step other) {
      if (hasBegun != other.hasBegun) {
        return hasBegun ? -1 : 1;
      }
      return hasBegun ? Long.compare(number, other.number) : Long.compare(other.number, number);
    }
  }

  private static final class Waiting extends PriorityBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1;

    private final int most;

    Waiting(int most) {
      this.most = most;
    }

    @Override
    public synchronized boolean offer(Runnable task) {
      return size() < most && super.offer(task);
    }
  }
}
