package org.thetisdb.core.net.netty;

import io.netty.channel.EventLoop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.core.time.BatchScheduler;
import org.thetisdb.core.time.BurstEnd;
import org.thetisdb.core.time.Scheduler;

/**
 * What a transport knows about one scheduler: how its connections hand over to it what they read,
 * and when they send what it produced. Thread-safe.
 */
final class EventLoopLink {
  private final Scheduler scheduler;
  private final EventLoopScheduler onLoop;
  private final BurstEnd burstEnd;
  private final Map<EventLoop, HandOver> handOvers = new ConcurrentHashMap<>();

  EventLoopLink(Scheduler scheduler) {
    this.scheduler = scheduler;
    this.onLoop = scheduler instanceof EventLoopScheduler loop ? loop : null;
    this.burstEnd =
        onLoop == null && scheduler instanceof BatchScheduler batches
            ? new BurstEnd(batches, this)
            : null;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** The scheduler if it lives on an event loop, which then is that of all its connections. */
  EventLoopScheduler onLoop() {
    return onLoop;
  }

  /** The end of the scheduler's bursts; null if it says nothing of them. */
  BurstEnd burstEnd() {
    return burstEnd;
  }

  /** Takes what {@code loop} reads. */
  HandOver handOverOf(EventLoop loop) {
    return handOvers.computeIfAbsent(loop, key -> new HandOver(key, scheduler));
  }
}
