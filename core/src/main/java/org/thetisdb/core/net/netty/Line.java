package org.thetisdb.core.net.netty;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.core.time.BatchScheduler;
import org.thetisdb.core.time.Scheduler;

/**
 * What a transport knows about one scheduler: how its connections hand over to it what they read,
 * and when they send what it produced. Thread-safe.
 */
final class Line {
  private final Scheduler scheduler;
  private final EventLoopScheduler onLoop;
  private final BatchFlusher flusher;
  private final Map<EventLoop, HandOver> handOvers = new ConcurrentHashMap<>();

  Line(Scheduler scheduler) {
    this.scheduler = scheduler;
    this.onLoop = scheduler instanceof EventLoopScheduler loop ? loop : null;
    this.flusher =
        onLoop == null && scheduler instanceof BatchScheduler batches
            ? new BatchFlusher(this, batches)
            : null;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** The scheduler if it lives on an event loop, which then is that of all its connections. */
  EventLoopScheduler onLoop() {
    return onLoop;
  }

  /** Sends at the end of the scheduler's bursts; null if it says nothing of them. */
  BatchFlusher flusher() {
    return flusher;
  }

  /** Takes what {@code loop} reads. */
  HandOver handOverOf(EventLoop loop) {
    return handOvers.computeIfAbsent(loop, key -> new HandOver(key, scheduler));
  }
}
