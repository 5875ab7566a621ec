package org.thetisdb.simulation;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.simulation.cost.UnitCosts;

/**
 * Time and chance of a simulated cluster: one queue of events on virtual time, one seeded source of
 * randomness, one thread. The same seed gives the same history.
 */
public final class World implements Clock {
  private static final long EPOCH_MS = 1_700_000_000_000L;
  private static final long NANOS_IN_MICRO = 1_000;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final SplittableRandom random;
  private final LongSupplier stopwatch;
  private long nowUs;
  private long nextNumber;
  private long steps;
  private long spentNs;
  private WorkCount counted = new WorkCount();
  private long digest = 0xcbf2_9ce4_8422_2325L;

  /** A world for one seed. */
  public World(long seed) {
    this(seed, () -> 0);
  }

  /**
   * The same where tasks are timed, too, by nanoseconds of the real world. Those decide nothing.
   */
  public World(long seed, LongSupplier stopwatch) {
    this.random = new SplittableRandom(seed);
    this.stopwatch = stopwatch;
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

  /** A process of this world that keeps exact time. */
  public SimulatedProcess newProcess(String name) {
    return new SimulatedProcess(this, name);
  }

  /** Runs {@code task} at a moment of virtual time. */
  public Event at(long timeUs, Runnable task) {
    Event event = new Event(Math.max(timeUs, nowUs), nextNumber++, task);
    events.add(event);
    return event;
  }

  /**
   * The task that runs has used so much of its processor. Lines that tasks keep busy take it into
   * account, and what the task sends later leaves that much later; for all others it is nothing.
   */
  public void spend(long ns) {
    spentNs += ns;
  }

  /** The task that runs did some steps of work, and has used what they cost. */
  public void spend(UnitCosts costs, Work work, int steps) {
    counted.add(work, steps);
    spentNs += steps * costs.ns(work);
  }

  /** What is done from now on is counted here. */
  void countInto(WorkCount newCounted) {
    counted = newCounted;
  }

  /** The real world's time, in nanoseconds; 0 if nobody looks at it. */
  long stopwatchNs() {
    return stopwatch.getAsLong();
  }

  /** What the task that runs has used so far; it begins at {@link #nowUs}. */
  long spentUs() {
    return spentNs / NANOS_IN_MICRO;
  }

  /** Ends the account of a task, or begins that of the next one. */
  long takeSpentNs() {
    long spent = spentNs;
    spentNs = 0;
    return spent;
  }

  /** Takes something into the digest of this world's history. */
  public void note(long what) {
    digest = (digest ^ what) * 0x100_0000_01b3L;
    digest ^= digest >>> 29;
  }

  /** Takes bytes into the digest. */
  public void note(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    note(crc.getValue() << 20 | bytes.length);
  }

  /** A number over all that was noted, and when: the same for the same history. */
  public long digest() {
    return digest;
  }

  /** Number of events that have run. */
  public long steps() {
    return steps;
  }

  /** Runs one event; false when there is none. */
  public boolean step() {
    Event event = events.poll();
    if (event == null) {
      return false;
    }
    nowUs = event.timeUs;
    if (!event.cancelled) {
      steps++;
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
}
