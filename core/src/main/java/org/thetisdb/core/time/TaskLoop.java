package org.thetisdb.core.time;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The work of an {@link EngineThread}: tasks, timers, bursts and rest. Knows nothing of which
 * thread does it; the thread that calls {@link #work} is the event loop for that time, and stops in
 * the middle when it no longer has the event loop.
 *
 * <p>{@link #offer} and {@link #addHook} may be called from any thread, all else on the event loop.
 */
final class TaskLoop {
  /** Tasks in a burst at most, so that what they produced does not wait too long. */
  private static final int BATCH_TASKS = 64;

  private static final long LONGEST_PARK_NS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;
  private final int spins;
  private final TaskQueue queue = new TaskQueue();
  private final TimerHeap timers = new TimerHeap();
  private final List<Runnable> batchEndHooks = new CopyOnWriteArrayList<>();
  private final EventLoopHolder holder;
  private Runnable current;

  /** What a caller has handed back; its own thread runs it again. */
  private Runnable handedBack;

  /** When its own thread wakes by itself; written before it rests. */
  private long restsUntilUs;

  TaskLoop(Clock clock, int spins) {
    this.clock = clock;
    this.holder = new EventLoopHolder(clock);
    this.spins = spins;
  }

  /** Any thread: puts a task in and wakes the event loop's own thread if it rests. */
  void offer(Runnable task) {
    queue.offer(task);
    holder.wake();
  }

  /**
   * Any thread: puts a short task in.
   *
   * @return whether the event loop rested and the caller now has it: {@link #runAsCaller} must
   *     follow
   */
  boolean offerAndTake(ShortTask task) {
    queue.offer(task);
    return holder.takeAsCaller();
  }

  /** Any thread: runs {@code hook} at the end of every burst. */
  void addHook(Runnable hook) {
    batchEndHooks.add(hook);
  }

  /** Forgets the hooks, when there will be no more bursts. */
  void clearHooks() {
    batchEndHooks.clear();
  }

  /** The timers. */
  TimerHeap timers() {
    return timers;
  }

  /** The task under way; after a steal, the one that lost its thread. */
  Runnable current() {
    return current;
  }

  /**
   * Own thread: what is there to do, without the end of the burst.
   *
   * @return how much that was; 0 for nothing
   */
  int work(BooleanSupplier hasLine) {
    runHandedBack(hasLine);
    int tasks = runTasks(hasLine);
    return tasks + runTimers(hasLine);
  }

  /** Runs the hooks. */
  void endBatch(BooleanSupplier hasLine) {
    if (hasLine.getAsBoolean()) {
      batchEndHooks.forEach(Runnable::run);
    }
  }

  /**
   * Caller: runs short tasks, in bursts with their ends, then leaves the event loop: to nobody if
   * nothing is left to do, else to its own thread.
   *
   * @param mostBursts so many at most; with none all is left to the own thread
   */
  void runAsCaller(int mostBursts, BooleanSupplier hasLine) {
    holder.enter();
    for (int bursts = 0; bursts < mostBursts; bursts++) {
      boolean needsOwn = runShort(hasLine);
      endBatch(hasLine);
      if (needsOwn || !hasLine.getAsBoolean() || timers.nextDueUs() < restsUntilUs) {
        break;
      }
      if (queue.isEmpty()) {
        holder.leave();
        // A thread that put a task in before saw that the event loop is taken, and has woken none.
        if (queue.isEmpty() || !holder.takeAsCaller()) {
          return;
        }
        holder.enter();
      }
    }
    holder.leaveToOwn();
  }

  /** Caller: one burst; returns whether its own thread is needed for what comes next. */
  private boolean runShort(BooleanSupplier hasLine) {
    for (int i = 0; i < BATCH_TASKS; i++) {
      Runnable task = queue.peek();
      if (task == null) {
        return false;
      }
      if (!(task instanceof ShortTask brief) || !brief.isShort()) {
        return true;
      }
      queue.poll();
      run(task, hasLine);
      if (handedBack != null || !hasLine.getAsBoolean()) {
        return true;
      }
    }
    return false;
  }

  /** Caller: leaves the event loop to its own thread. */
  void leaveToOwn() {
    holder.leaveToOwn();
  }

  /** Any thread: whether it is the event loop's caller. */
  boolean isCaller() {
    return holder.isCaller();
  }

  /** Any thread: how long callers have had the event loop, in microseconds. */
  long callersUs() {
    return holder.callersUs();
  }

  /** Caller: the present task is left to the event loop's own thread. */
  void handBack() {
    handedBack = current;
  }

  private void runHandedBack(BooleanSupplier hasLine) {
    Runnable task = handedBack;
    if (task != null) {
      handedBack = null;
      run(task, hasLine);
    }
  }

  /** Runs one task. */
  void run(Runnable task, BooleanSupplier hasLine) {
    current = task;
    task.run();
    if (hasLine.getAsBoolean()) {
      current = null;
    }
  }

  private int runTasks(BooleanSupplier hasLine) {
    for (int i = 0; i < BATCH_TASKS; i++) {
      Runnable task = queue.poll();
      if (task == null) {
        return i;
      }
      run(task, hasLine);
      if (!hasLine.getAsBoolean()) {
        return i + 1;
      }
    }
    return BATCH_TASKS;
  }

  private int runTimers(BooleanSupplier hasLine) {
    if (!hasLine.getAsBoolean() || timers.size() == 0) {
      return 0;
    }
    long nowUs = clock.nowUs();
    for (int i = 0; i < BATCH_TASKS; i++) {
      TimerHeap.Entry due = timers.pollDue(nowUs);
      if (due == null) {
        return i;
      }
      run(due.task(), hasLine);
      if (!hasLine.getAsBoolean()) {
        return i + 1;
      }
    }
    return BATCH_TASKS;
  }

  /** Any thread: whether no task waits. */
  boolean isIdle() {
    return queue.isEmpty();
  }

  /** Own thread: rests until there is something to do. */
  void rest() {
    for (int i = 0; i < spins; i++) {
      if (!queue.isEmpty()) {
        return;
      }
      Thread.onSpinWait();
    }
    restAfter(() -> {});
  }

  /**
   * Own thread: rests, but does something else first, while callers may have the event loop or find
   * its thread resting.
   */
  void restAfter(Runnable elsewhere) {
    long dueUs = timers.nextDueUs();
    restsUntilUs = dueUs;
    holder.rest();
    elsewhere.run();
    // The timers may be a caller's by now. One that is due earlier than dueUs wakes this thread.
    long waitNs = nsUntil(dueUs);
    if (waitNs > 0 && queue.isEmpty()) {
      LockSupport.parkNanos(this, waitNs);
    }
    holder.takeBack();
    // User code may have left a mark that would make every further park return at once.
    Thread.interrupted();
  }

  private long nsUntil(long dueUs) {
    if (dueUs == Long.MAX_VALUE) {
      return LONGEST_PARK_NS;
    }
    return Math.min(LONGEST_PARK_NS, TimeUnit.MICROSECONDS.toNanos(dueUs - clock.nowUs()));
  }
}
