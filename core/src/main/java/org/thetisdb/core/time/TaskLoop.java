package org.thetisdb.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The work of an {@link EngineThread}: tasks, timers, bursts and rest. Knows nothing of which
 * thread does it; whoever calls {@link #turn} is the line of execution for that time, and stops in
 * the middle when it no longer has the line.
 *
 * <p>{@link #offer} and {@link #addHook} may be called from any thread, all else on the line.
 */
final class TaskLoop {
  /** Tasks in a burst at most, so that what they produced does not wait too long. */
  private static final int BATCH_TASKS = 64;

  private static final long LONGEST_PARK_NS = TimeUnit.SECONDS.toNanos(1);
  private static final VarHandle SLEEPER;

  static {
    try {
      SLEEPER = MethodHandles.lookup().findVarHandle(TaskLoop.class, "sleeper", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Clock clock;
  private final int spins;
  private final TaskQueue queue = new TaskQueue();
  private final TimerHeap timers = new TimerHeap();
  private final List<Runnable> batchEndHooks = new CopyOnWriteArrayList<>();
  private Runnable current;

  /** The thread that rests; whoever sets it back to null wakes it. */
  private volatile Thread sleeper;

  TaskLoop(Clock clock, int spins) {
    this.clock = clock;
    this.spins = spins;
  }

  /** Any thread: puts a task in and wakes the line if it rests. */
  void offer(Runnable task) {
    queue.offer(task);
    Thread resting = sleeper;
    if (resting != null && SLEEPER.compareAndSet(this, resting, (Thread) null)) {
      LockSupport.unpark(resting);
    }
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

  /** One burst and its end; or a rest, if there is nothing to do. */
  void turn(BooleanSupplier hasLine) {
    boolean ranTasks = runTasks(hasLine);
    boolean ranTimers = runTimers(hasLine);
    if (ranTasks || ranTimers) {
      endBatch(hasLine);
    } else {
      rest();
    }
  }

  /** Runs the hooks. */
  void endBatch(BooleanSupplier hasLine) {
    if (hasLine.getAsBoolean()) {
      batchEndHooks.forEach(Runnable::run);
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

  private boolean runTasks(BooleanSupplier hasLine) {
    for (int i = 0; i < BATCH_TASKS; i++) {
      Runnable task = queue.poll();
      if (task == null) {
        return i > 0;
      }
      run(task, hasLine);
      if (!hasLine.getAsBoolean()) {
        return true;
      }
    }
    return true;
  }

  private boolean runTimers(BooleanSupplier hasLine) {
    if (!hasLine.getAsBoolean() || timers.size() == 0) {
      return false;
    }
    long nowUs = clock.nowUs();
    for (int i = 0; i < BATCH_TASKS; i++) {
      TimerHeap.Entry due = timers.pollDue(nowUs);
      if (due == null) {
        return i > 0;
      }
      run(due.task(), hasLine);
      if (!hasLine.getAsBoolean()) {
        return true;
      }
    }
    return true;
  }

  private void rest() {
    for (int i = 0; i < spins; i++) {
      if (!queue.isEmpty()) {
        return;
      }
      Thread.onSpinWait();
    }
    long waitNs = nextTimerNs();
    sleeper = Thread.currentThread();
    if (waitNs > 0 && queue.isEmpty()) {
      LockSupport.parkNanos(this, waitNs);
    }
    sleeper = null;
    // User code may have left a mark that would make every further park return at once.
    Thread.interrupted();
  }

  private long nextTimerNs() {
    long dueUs = timers.nextDueUs();
    if (dueUs == Long.MAX_VALUE) {
      return LONGEST_PARK_NS;
    }
    return Math.min(LONGEST_PARK_NS, TimeUnit.MICROSECONDS.toNanos(dueUs - clock.nowUs()));
  }
}
