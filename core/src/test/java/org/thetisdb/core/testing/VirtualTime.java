package org.thetisdb.core.testing;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;

/**
 * A scheduler on virtual time: nothing happens until the test lets time go by. What is due at one
 * moment runs in the order in which it was handed in. For one thread.
 */
public final class VirtualTime implements Scheduler, Clock {
  private static final long BEGIN_US = 1_000_000;
  private static final long EPOCH_MS = 1_700_000_000_000L;

  /** More than any test has due within one call: tasks that call for each other without end. */
  private static final int MOST_STEPS = 50_000_000;

  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private long nowUs;
  private long order;

  /** Begins at one second. */
  public VirtualTime() {
    this(BEGIN_US);
  }

  /** Begins at a moment. */
  public VirtualTime(long nowUs) {
    this.nowUs = nowUs;
  }

  private static final class Due implements Timer, Comparable<Due> {
    private final long atUs;
    private final long order;
    private final boolean isTimer;
    private final Runnable action;
    private boolean cancelled;

    Due(long atUs, long order, boolean isTimer, Runnable action) {
      this.atUs = atUs;
      this.order = order;
      this.isTimer = isTimer;
      this.action = action;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public int compareTo(Due other) {
      return atUs != other.atUs ? Long.compare(atUs, other.atUs) : Long.compare(order, other.order);
    }
  }

  /** Runs all that is due within the next {@code us} microseconds. */
  public void pass(long us) {
    long endUs = nowUs + us;
    for (int step = 0; !due.isEmpty() && due.peek().atUs <= endUs; step++) {
      if (step == MOST_STEPS) {
        throw new AssertionError("tasks call for each other without end");
      }
      run(due.poll());
    }
    nowUs = Math.max(nowUs, endUs);
  }

  /** The same for milliseconds. */
  public void passMs(long ms) {
    pass(ms * 1_000);
  }

  /** Runs all that is due now, and what that hands in. */
  public void settle() {
    pass(0);
  }

  /** Time goes by in which nothing runs, as if the process stood still; then timers are late. */
  public void standStill(long us) {
    nowUs += us;
  }

  /**
   * Runs the next task or timer alone; time goes on to it.
   *
   * @throws NoSuchElementException if there is none
   */
  public void runNext() {
    Due next = due.remove();
    while (next.cancelled) {
      next = due.remove();
    }
    run(next);
  }

  private void run(Due next) {
    if (!next.cancelled) {
      nowUs = Math.max(nowUs, next.atUs);
      next.action.run();
    }
  }

  /** How many tasks wait that were handed in to run soon. */
  public int tasks() {
    return (int) due.stream().filter(each -> !each.cancelled && !each.isTimer).count();
  }

  /** In how many microseconds each timer rings that is set, the next one first. */
  public List<Long> timers() {
    return due.stream()
        .filter(each -> !each.cancelled && each.isTimer)
        .sorted()
        .map(each -> each.atUs - nowUs)
        .toList();
  }

  @Override
  public Clock clock() {
    return this;
  }

  @Override
  public void execute(Runnable task) {
    due.add(new Due(nowUs, order++, false, task));
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    Due added = new Due(nowUs + Math.max(0, delayUs), order++, true, task);
    due.add(added);
    return added;
  }

  @Override
  public long nowUs() {
    return nowUs;
  }

  @Override
  public long wallMs() {
    return EPOCH_MS + nowUs / 1_000;
  }
}
