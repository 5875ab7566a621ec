package org.thetisdb.client;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;

/** A scheduler on virtual time, stepped by the test. Tasks due at one time run in their order. */
final class FakeScheduler implements Scheduler, Clock {
  private record Event(long atUs, long serial, Runnable task) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::atUs).thenComparingLong(Event::serial));
  private long nowUs = 1_000_000;
  private long serial;

  @Override
  public Clock clock() {
    return this;
  }

  @Override
  public void execute(Runnable task) {
    schedule(0, task);
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    Event event = new Event(nowUs + delayUs, serial++, task);
    events.add(event);
    return () -> events.remove(event);
  }

  /** Runs everything that is due within the next {@code ms} milliseconds. */
  void runFor(long ms) {
    long endUs = nowUs + ms * 1000;
    while (!events.isEmpty() && events.peek().atUs() <= endUs) {
      Event event = events.poll();
      nowUs = Math.max(nowUs, event.atUs());
      event.task().run();
    }
    nowUs = endUs;
  }

  /** Runs what is due now. */
  void settle() {
    runFor(0);
  }

  @Override
  public long nowUs() {
    return nowUs;
  }

  @Override
  public long wallMs() {
    return nowUs / 1000;
  }
}
