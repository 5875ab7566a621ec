package org.thetisdb.router.harness;

import java.util.PriorityQueue;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;

/** A scheduler on virtual time: nothing happens until the test lets time go by. */
public final class VirtualTime implements Scheduler, Clock {
  private final PriorityQueue<Task> tasks = new PriorityQueue<>();
  private long nowUs = 1_000_000;
  private long order;

  private static final class Task implements Timer, Comparable<Task> {
    final long atUs;
    final long order;
    final Runnable action;
    boolean cancelled;

    Task(long atUs, long order, Runnable action) {
      this.atUs = atUs;
      this.order = order;
      this.action = action;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public int compareTo(Task other) {
      return atUs != other.atUs ? Long.compare(atUs, other.atUs) : Long.compare(order, other.order);
    }
  }

  /** Runs all that is due within the next {@code us} microseconds. */
  public void pass(long us) {
    long endUs = nowUs + us;
    while (!tasks.isEmpty() && tasks.peek().atUs <= endUs) {
      Task next = tasks.poll();
      nowUs = next.atUs;
      if (!next.cancelled) {
        next.action.run();
      }
    }
    nowUs = endUs;
  }

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
    Task added = new Task(nowUs + delayUs, order++, task);
    tasks.add(added);
    return added;
  }

  @Override
  public long nowUs() {
    return nowUs;
  }

  @Override
  public long wallMs() {
    return 1_700_000_000_000L + nowUs / 1000;
  }
}
