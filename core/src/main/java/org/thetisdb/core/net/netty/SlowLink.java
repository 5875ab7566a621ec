package org.thetisdb.core.net.netty;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.thetisdb.core.time.Scheduler;

/**
 * What is on its way over a link that takes time, for the connections of one event loop: everything
 * arrives as much later as it came in, in that order, and any amount is under way at once. Netty's
 * own timers are no help: a selector waits for whole milliseconds.
 *
 * <p>Owned by the event loop. Bounded by its users: {@link SlowLinkHandler} for what is read, the
 * {@link SendQueue} of each connection for what is sent.
 */
final class SlowLink implements Runnable {
  private final EventLoop loop;
  private final Scheduler timers;
  private final long delayUs;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private boolean isAwaited;
  private boolean isShort;

  /** What arrives when its time has come. */
  private record Held(long dueUs, Runnable arrival) {}

  /**
   * A link of a loop.
   *
   * @param timers wakes the loop; must be precise to less than a millisecond
   * @param delayUs how much later everything arrives
   */
  SlowLink(EventLoop loop, Scheduler timers, long delayUs) {
    this.loop = loop;
    this.timers = timers;
    this.delayUs = delayUs;
  }

  /** Runs {@code arrival} later, behind all that came before it. */
  void later(Runnable arrival) {
    if (isShort) {
      arrival.run();
      return;
    }
    // One more, since the clock has cut off what is less than a microsecond.
    held.add(new Held(timers.clock().nowUs() + delayUs + 1, arrival));
    await();
  }

  private void await() {
    Held first = held.peek();
    if (first != null && !isAwaited) {
      isAwaited = true;
      timers.schedule(first.dueUs() - timers.clock().nowUs(), this::wakeLoop);
    }
  }

  private void wakeLoop() {
    try {
      loop.execute(this);
    } catch (RejectedExecutionException stopped) {
      // Its channels are closed: nothing can arrive any more.
    }
  }

  /** All arrive whose time has come. */
  @Override
  public void run() {
    isAwaited = false;
    long nowUs = timers.clock().nowUs();
    while (!held.isEmpty() && held.peek().dueUs() <= nowUs) {
      held.poll().arrival().run();
    }
    await();
  }

  /** The transport ends: all that is under way arrives now, and from now on nothing takes time. */
  void shorten() {
    while (!held.isEmpty()) {
      held.poll().arrival().run();
    }
    isShort = true;
  }
}
