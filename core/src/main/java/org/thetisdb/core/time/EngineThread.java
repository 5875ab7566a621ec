package org.thetisdb.core.time;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event loop with a thread of its own: the core of a site lives here. Tasks come through a
 * queue, timers through a heap; after every burst the {@link #onBatchEnd batch-end hooks} run.
 *
 * <p><b>The thread can be replaced.</b> Guarded code that does not come back loses the event loop:
 * {@link WorkerGuard} has the table of legal moves. The watchdog takes the event loop with one
 * compare-and-set and starts a fresh worker thread. That one first runs the section's listener,
 * then what is left of the task under way if it is a {@link ResumableTask}, then goes on with the
 * queue. The old thread, if its code ever returns, is thrown out of {@link #runGuarded} and ends
 * without touching anything. Everything that the event loop owns passes from worker thread to
 * worker thread through the guard's word and {@link Thread#start}, so it needs no locks.
 *
 * <p><b>Callers run short tasks.</b> Where it rests, the thread that hands in a {@link ShortTask}
 * runs it at once on its own thread: waking another thread costs more than the task. {@link
 * EventLoopHolder} has the table of legal moves. A caller leaves all else to the event loop's own
 * thread, which it wakes then. An event loop's own thread runs tasks of others at the end of a
 * small burst, if nothing waits for it: callers can have its own event loop meanwhile.
 *
 * <p><b>Bounds.</b> The queue has none of its own, because {@link #execute} may neither block nor
 * refuse: the part that sends to it bounds what it has under way, as the transport does by reading
 * no further. Lost worker threads are not bounded either: a listener should see to it that the same
 * code is not run again.
 *
 * <p>An exception that escapes from a task stops the event loop for good and goes to the handler.
 * All methods may be called from any thread unless they say otherwise.
 */
public final class EngineThread implements BatchScheduler, GuardedRunner, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineThread.class);
  private static final long JOIN_MS = 5_000;

  /** What a burst of more has sent is worth a second processor. */
  private static final int TASKS_OF_SMALL_BURST = 4;

  private final String name;
  private final long stackBytes;
  private final int threadPriority;
  private final Clock clock;
  private final UncaughtHandler uncaughtHandler;

  /** Null if nobody watches. */
  private final Watchdog watchdog;

  private final Watchdog.Watched watched = this::replaceIfOverdue;
  private final ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
  private final TaskLoop loop;
  private final AtomicBoolean finished = new AtomicBoolean();
  private final CountDownLatch terminated = new CountDownLatch(1);

  /**
   * The handler hears of it on the event loop's thread and may end the process: no one waits for
   * that.
   */
  private volatile boolean failed;

  // Written by the constructor and by the watchdog's thread.
  private volatile WorkerThread carrier;
  private volatile int carriersLost;

  /** Starts an event loop on the system clock that parks whenever it is idle. */
  public EngineThread(String name, UncaughtHandler uncaughtHandler) {
    this(name, SystemClock.INSTANCE, uncaughtHandler, 0);
  }

  /**
   * Starts an event loop.
   *
   * @param name the name of its thread
   * @param clock the clock of its timers; must follow real time
   * @param uncaughtHandler hears what stopped the event loop
   * @param spins how often it looks for a task before it parks; 0 where cores are shared
   */
  public EngineThread(String name, Clock clock, UncaughtHandler uncaughtHandler, int spins) {
    this(name, clock, uncaughtHandler, spins, Watchdog.shared());
  }

  /**
   * Starts an event loop for a core that runs no guarded code: nobody watches it. Where all that
   * comes is {@link ShortTask short}, its thread is there for timers alone.
   */
  public static EngineThread unwatched(String name, UncaughtHandler uncaughtHandler) {
    return new EngineThread(
        name, 0, Thread.NORM_PRIORITY, SystemClock.INSTANCE, uncaughtHandler, 0, null);
  }

  /**
   * Starts an event loop all of whose work takes long and may wait: where processors are few,
   * threads of other event loops go first. The system heeds that if the JVM runs with {@code
   * -XX:ThreadPriorityPolicy=1}.
   */
  public static EngineThread ofLongWork(String name, UncaughtHandler uncaughtHandler) {
    return new EngineThread(
        name, 0, Thread.MIN_PRIORITY, SystemClock.INSTANCE, uncaughtHandler, 0, Watchdog.shared());
  }

  /**
   * Starts an event loop for work that calls itself as deep as what it is given is nested.
   *
   * @param stackBytes the size of its stack, of which only what is used takes memory
   */
  public static EngineThread withStack(
      String name, long stackBytes, UncaughtHandler uncaughtHandler) {
    return new EngineThread(
        name,
        stackBytes,
        Thread.NORM_PRIORITY,
        SystemClock.INSTANCE,
        uncaughtHandler,
        0,
        Watchdog.shared());
  }

  EngineThread(
      String name, Clock clock, UncaughtHandler uncaughtHandler, int spins, Watchdog watchdog) {
    this(name, 0, Thread.NORM_PRIORITY, clock, uncaughtHandler, spins, watchdog);
  }

  private EngineThread(
      String name,
      long stackBytes,
      int threadPriority,
      Clock clock,
      UncaughtHandler uncaughtHandler,
      int spins,
      Watchdog watchdog) {
    this.name = name;
    this.stackBytes = stackBytes;
    this.threadPriority = threadPriority;
    this.clock = clock;
    this.uncaughtHandler = uncaughtHandler;
    this.watchdog = watchdog;
    loop = new TaskLoop(clock, spins);
    carrier = new WorkerThread(this, name, stackBytes, self -> {});
    carrier.start();
    if (watchdog != null) {
      watchdog.watch(watched);
    }
  }

  @Override
  public Clock clock() {
    return clock;
  }

  /** The priority of its threads, as {@link Thread#setPriority} has it. */
  int threadPriority() {
    return threadPriority;
  }

  /**
   * Hands in a task; dropped if the event loop has stopped. A {@link ShortTask} is run by the
   * caller if this event loop rests: now, or when it leaves the event loop that it has. A caller
   * that has an event loop of its own does so behind a small burst, and leaves what comes within
   * bursts to this event loop's thread.
   */
  @Override
  public void execute(Runnable task) {
    if (finished.get()) {
      return;
    }
    if (!(task instanceof ShortTask brief) || !brief.isShort() || !mayRunAsCaller()) {
      loop.offer(task);
    } else if (loop.offerAndTake(brief)) {
      CallerRuns.run(this);
    }
  }

  /** Whether the caller may run tasks of this event loop. No thread is a caller of its own one. */
  private boolean mayRunAsCaller() {
    return !(Thread.currentThread() instanceof WorkerThread caller) || caller.mayRunAsCaller(this);
  }

  /**
   * Caller, which has the event loop: runs what is short, and leaves the event loop.
   *
   * @param mostBursts so many at most; with none all is left to the event loop's own thread
   */
  void runByCaller(int mostBursts) {
    try {
      loop.runAsCaller(mostBursts, () -> !finished.get());
    } catch (Throwable failure) {
      fail(failure);
      loop.leaveToOwn();
    }
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    long nowUs = clock.nowUs();
    long delay = Math.max(0, delayUs);
    long dueUs = delay > Long.MAX_VALUE - nowUs ? Long.MAX_VALUE : nowUs + delay;
    TimerHeap.Entry entry = new TimerHeap.Entry(dueUs, task);
    onLine(() -> loop.timers().add(entry));
    return () -> onLine(() -> loop.timers().remove(entry));
  }

  private void onLine(Runnable change) {
    if (inLine()) {
      change.run();
    } else {
      execute(change);
    }
  }

  @Override
  public void onBatchEnd(Runnable hook) {
    loop.addHook(hook);
  }

  @Override
  public boolean inLine() {
    WorkerThread own = own();
    return own == null ? loop.isCaller() : own.isInLine();
  }

  @Override
  public boolean handBack() {
    boolean byCaller = loop.isCaller();
    if (byCaller) {
      loop.handBack();
    }
    return byCaller;
  }

  @Override
  public boolean isRunByCaller() {
    return loop.isCaller();
  }

  /**
   * That of the present thread in this event loop, and the time of all callers, which is a little
   * more than what they have used; threads that user code has taken are left out.
   */
  @Override
  public long usedUs() {
    WorkerThread present = carrier;
    return Math.max(0, usedUs(present) - present.awayUs()) + loop.callersUs();
  }

  private static long usedUs(Thread thread) {
    return TimeUnit.NANOSECONDS.toMicros(ThreadTimes.CPU.getThreadCpuTime(thread.getId()));
  }

  /** Loaded with the first question, since it takes a while. */
  private static final class ThreadTimes {
    static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  }

  /** How many threads user code has taken from this event loop. */
  public int carriersLost() {
    return carriersLost;
  }

  @Override
  public void runGuarded(Runnable userCode, long limitMs, GuardListener listener) {
    runGuarded(userCode, limitMs, WorkerGuard.ELAPSED, listener);
  }

  @Override
  public void runGuardedWork(Runnable work, long limitMs, GuardListener listener) {
    long usedUs = TimeUnit.NANOSECONDS.toMicros(ThreadTimes.CPU.getCurrentThreadCpuTime());
    runGuarded(work, limitMs, usedUs, listener);
  }

  private void runGuarded(Runnable userCode, long limitMs, long usedUs, GuardListener listener) {
    if (watchdog == null) {
      throw new IllegalStateException("nobody watches " + name);
    }
    WorkerGuard guard = ownGuard();
    guard.begin(TimeUnit.MILLISECONDS.toMicros(limitMs), usedUs, listener);
    try {
      userCode.run();
    } catch (Throwable failure) {
      endSection(guard);
      throw failure;
    }
    endSection(guard);
  }

  private static void endSection(WorkerGuard guard) {
    if (!guard.end()) {
      throw new WorkerLostError();
    }
  }

  @Override
  public boolean enterEngine() {
    return loop.isCaller() || ownGuard().enter();
  }

  @Override
  public void exitEngine() {
    if (!loop.isCaller()) {
      ownGuard().exit();
    }
  }

  private WorkerGuard ownGuard() {
    WorkerThread own = own();
    if (own == null || own.isAway()) {
      throw new IllegalStateException("only the thread of " + name + " may do this");
    }
    return own.guard();
  }

  /** The calling thread if it is one of this event loop's, or was; else null. */
  private WorkerThread own() {
    return Thread.currentThread() instanceof WorkerThread one && one.engine() == this ? one : null;
  }

  /**
   * Runs what was handed in before, then stops; what comes later is dropped. Waits some seconds for
   * that and for the end of the thread at most, and not at all when called on the event loop
   * itself.
   */
  @Override
  public void close() {
    if (!stop(JOIN_MS)) {
      LOG.warn("{} is still busy {} ms after it was told to stop", name, JOIN_MS);
    }
  }

  /**
   * The same for an event loop whose work may be left alone, since it owns nothing that others
   * release.
   *
   * @param mostMs how many milliseconds to wait at most
   * @return whether it has stopped, as far as the caller may wait for that
   */
  public boolean stop(long mostMs) {
    execute(this::finish);
    if (own() != null || loop.isCaller()) {
      return true;
    }
    try {
      if (!terminated.await(mostMs, TimeUnit.MILLISECONDS)) {
        return false;
      }
      if (!failed) {
        carrier.join(mostMs);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  /** Any thread: whether it runs nothing any more. */
  boolean isFinished() {
    return finished.get();
  }

  /** Any thread: whether no task waits. */
  boolean isIdle() {
    return loop.isIdle();
  }

  private void fail(Throwable failure) {
    failed = true;
    finish();
    uncaughtHandler.onUncaught(failure);
  }

  private void finish() {
    if (finished.compareAndSet(false, true)) {
      loop.clearHooks();
      if (watchdog != null) {
        watchdog.unwatch(watched);
      }
      terminated.countDown();
    }
  }

  /** The life of a worker thread. */
  void carry(WorkerThread self, Consumer<WorkerThread> first) {
    try {
      first.accept(self);
      loop.endBatch(self.lineCheck());
      while (self.hasLine()) {
        turn(self);
      }
    } catch (Throwable failure) {
      if (!self.guard().isStolen()) {
        fail(failure);
      }
    }
  }

  /** One burst and its end; or a rest, if there is nothing to do. */
  private void turn(WorkerThread self) {
    int tasks = loop.work(self.lineCheck());
    if (tasks == 0) {
      loop.rest();
    } else if (tasks > TASKS_OF_SMALL_BURST) {
      loop.endBatch(self.lineCheck());
    } else {
      endSmallBurst(self);
    }
  }

  /**
   * Where it hands short tasks to event loops that rest, it runs them itself if nothing waits here.
   */
  private void endSmallBurst(WorkerThread self) {
    CallerRuns callerRuns = self.callerRuns();
    callerRuns.postpone();
    self.setRunsOthers(true);
    try {
      loop.endBatch(self.lineCheck());
      if (callerRuns.hasPostponed() && self.hasLine() && loop.isIdle()) {
        loop.restAfter(self.runsOfOthers());
      }
    } finally {
      self.setRunsOthers(false);
      callerRuns.giveUp();
    }
  }

  /** On the watchdog's thread. */
  private void replaceIfOverdue(long nowUs) {
    WorkerThread lost = carrier;
    if (lost.guard().stealIfOverdue(nowUs, () -> usedUs(lost))) {
      replace(lost);
    }
  }

  private void replace(WorkerThread lost) {
    int number = carriersLost + 1;
    carriersLost = number;
    LOG.debug("{} goes on with a new thread, its old one is held by user code", name);
    try {
      WorkerThread fresh =
          new WorkerThread(
              this, name + "-" + (number + 1), stackBytes, self -> takeOver(self, lost));
      fresh.setContextClassLoader(contextClassLoader);
      carrier = fresh;
      fresh.start();
      lost.interrupt();
      lost.goBehind();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** First thing on a fresh worker thread. */
  private void takeOver(WorkerThread self, WorkerThread lost) {
    Runnable interrupted = loop.current();
    lost.guard().listener().onStolen(lost);
    if (interrupted instanceof ResumableTask) {
      loop.run(interrupted, self.lineCheck());
    }
  }
}
