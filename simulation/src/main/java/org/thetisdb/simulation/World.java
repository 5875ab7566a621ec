package org.thetisdb.simulation;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;

/**
 * Time and chance of a simulated cluster: one queue of events on virtual time, one seeded source of
 * randomness, one thread. The same seed gives the same history.
 */
public final class World implements Clock {
  private static final long EPOCH_MS = 1_700_000_000_000L;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final SplittableRandom random;
  private long nowUs;
  private long nextNumber;

  /** A world for one seed. */
  public World(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public long nowUs() {
    return nowUs;
  }

  @Override
  public long wallMs() {
    return EPOCH_MS + nowUs / 1000;
  }

  /** A source of randomness of its own, drawn from the seed. */
  public RandomGenerator newRandom() {
    return random.split();
  }

  /** A line of execution in this world. */
  public Line newLine() {
    return newLine(Line.STEP_US);
  }

  /** A line of execution on which each task begins {@code stepUs} after it was handed in. */
  public Line newLine(long stepUs) {
    return new Line(stepUs);
  }

  /** Runs {@code task} at a moment of virtual time. */
  public Event at(long timeUs, Runnable task) {
    Event event = new Event(Math.max(timeUs, nowUs), nextNumber++, task);
    events.add(event);
    return event;
  }

  /** Runs one event; false when there is none. */
  public boolean step() {
    Event event = events.poll();
    if (event == null) {
      return false;
    }
    nowUs = event.timeUs;
    if (!event.cancelled) {
      event.task.run();
    }
    return true;
  }

  /** Runs all events of the next {@code durationUs} of virtual time. */
  public void runFor(long durationUs) {
    long endUs = nowUs + durationUs;
    while (!events.isEmpty() && events.peek().timeUs <= endUs) {
      step();
    }
    nowUs = endUs;
  }

  /** Something that happens at a moment. */
  public static final class Event implements Comparable<Event>, Scheduler.Timer {
    private final long timeUs;
    private final long number;
    private final Runnable task;
    private boolean cancelled;

    Event(long timeUs, long number, Runnable task) {
      this.timeUs = timeUs;
      this.number = number;
      this.task = task;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public int compareTo(Event other) {
      int order = Long.compare(timeUs, other.timeUs);
      return order != 0 ? order : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }

  /** A scheduler of this world. Guarded code simply runs: there is no thread that could be lost. */
  public final class Line implements Scheduler, GuardedRunner {
    private static final long STEP_US = 1;
    private final long stepUs;
    private boolean dead;

    private Line(long stepUs) {
      this.stepUs = stepUs;
    }

    /** What is scheduled here will not run any more: the process was killed. */
    public void kill() {
      dead = true;
    }

    @Override
    public Clock clock() {
      return World.this;
    }

    @Override
    public void execute(Runnable task) {
      at(nowUs + stepUs, () -> runIfAlive(task));
    }

    @Override
    public Timer schedule(long delayUs, Runnable task) {
      return at(nowUs + Math.max(STEP_US, delayUs), () -> runIfAlive(task));
    }

    private void runIfAlive(Runnable task) {
      if (!dead) {
        task.run();
      }
    }

    @Override
    public void runGuarded(Runnable userCode, long limitMs, GuardListener listener) {
      userCode.run();
    }

    @Override
    public boolean enterEngine() {
      return true;
    }

    @Override
    public void exitEngine() {
      // Nobody could have taken the line away.
    }
  }
}
