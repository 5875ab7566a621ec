package org.thetisdb.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An event loop without a thread of its own. The thread that hands in a task runs it, with all that
 * others have handed in meanwhile; if another thread is at it, that one does. So nobody is woken
 * and nobody waits. Tasks must be short, as {@link ShortTask} has it.
 *
 * <p>Timers ring on another scheduler, which then runs what is due here like any other caller. Few
 * alarms are set there: none where an earlier one is set already.
 *
 * <p>Thread-safe. What the event loop owns passes from thread to thread with a compare-and-set and
 * a volatile write. An exception that escapes from a task stops the event loop for good and goes to
 * the handler.
 */
public final class CallerEventLoop implements BatchScheduler {
  /** Tasks in a burst at most, so that what they produced does not wait too long. */
  private static final int BATCH_TASKS = 64;

  private static final VarHandle HOLDER;

  static {
    try {
      HOLDER = MethodHandles.lookup().findVarHandle(CallerEventLoop.class, "holder", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Scheduler alarms;
  private final UncaughtHandler uncaughtHandler;
  private final TaskQueue queue = new TaskQueue();
  private final List<Runnable> batchEndHooks = new CopyOnWriteArrayList<>();
  private volatile Thread holder;
  private volatile boolean stopped;

  // Owned by the event loop.
  private final TimerHeap timers = new TimerHeap();
  private final AlarmStack set = new AlarmStack();

  /**
   * An event loop at rest.
   *
   * @param alarms where timers ring; its clock is this event loop's
   * @param uncaughtHandler hears what stopped the event loop
   */
  public CallerEventLoop(Scheduler alarms, UncaughtHandler uncaughtHandler) {
    this.alarms = alarms;
    this.uncaughtHandler = uncaughtHandler;
  }

  @Override
  public Clock clock() {
    return alarms.clock();
  }

  /** Runs the task, now if nobody has the event loop; drops it if the event loop has stopped. */
  @Override
  public void execute(Runnable task) {
    if (!stopped) {
      queue.offer(task);
      runAll();
    }
  }

  /**
   * A thread that finds the event loop taken leaves: its holder looks into the queue once more when
   * it is out.
   */
  private void runAll() {
    Thread caller = Thread.currentThread();
    while (!stopped && !queue.isEmpty() && HOLDER.compareAndSet(this, null, caller)) {
      try {
        runBursts();
      } catch (Throwable failure) {
        stopped = true;
        uncaughtHandler.onUncaught(failure);
      } finally {
        holder = null;
      }
    }
  }

  private void runBursts() {
    while (!stopped && runBurst()) {
      for (int i = 0; i < batchEndHooks.size(); i++) {
        batchEndHooks.get(i).run();
      }
    }
  }

  private boolean runBurst() {
    for (int i = 0; i < BATCH_TASKS; i++) {
      Runnable task = queue.poll();
      if (task == null) {
        return i > 0;
      }
      task.run();
      if (stopped) {
        break;
      }
    }
    return true;
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    long nowUs = clock().nowUs();
    long delay = Math.max(0, delayUs);
    long dueUs = delay > Long.MAX_VALUE - nowUs ? Long.MAX_VALUE : nowUs + delay;
    TimerHeap.Entry entry = new TimerHeap.Entry(dueUs, task);
    onLine(() -> add(entry));
    return () -> onLine(() -> timers.remove(entry));
  }

  private void onLine(Runnable change) {
    if (inLine()) {
      change.run();
    } else {
      execute(change);
    }
  }

  private void add(TimerHeap.Entry entry) {
    timers.add(entry);
    setAlarm();
  }

  /** Sees to it that an alarm rings when the first timer is due, or before. */
  private void setAlarm() {
    long dueUs = timers.nextDueUs();
    if (dueUs < set.earliestUs()) {
      set.push(dueUs);
      alarms.schedule(dueUs - clock().nowUs(), () -> execute(this::ring));
    }
  }

  /** Alarms ring in the order of their times, so it is the earliest that rings. */
  private void ring() {
    set.pop();
    for (int i = 0; i < BATCH_TASKS && !stopped; i++) {
      TimerHeap.Entry due = timers.pollDue(clock().nowUs());
      if (due == null) {
        break;
      }
      due.task().run();
    }
    setAlarm();
  }

  @Override
  public void onBatchEnd(Runnable hook) {
    batchEndHooks.add(hook);
  }

  @Override
  public boolean inLine() {
    return holder == Thread.currentThread();
  }

  /** Runs nothing that is handed in from now on; what was handed in before is still run. */
  public void stop() {
    execute(() -> stopped = true);
  }

  /** The times of the alarms that are set, each earlier than the one before it. */
  private static final class AlarmStack {
    private long[] timesUs = new long[8];
    private int size;

    long earliestUs() {
      return size == 0 ? Long.MAX_VALUE : timesUs[size - 1];
    }

    void push(long timeUs) {
      if (size == timesUs.length) {
        timesUs = Arrays.copyOf(timesUs, size * 2);
      }
      timesUs[size++] = timeUs;
    }

    void pop() {
      size--;
    }
  }
}
