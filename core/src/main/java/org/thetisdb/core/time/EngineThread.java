package org.thetisdb.core.time;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A line of execution with a thread of its own: the core of a site lives here. Tasks come through a
 * queue, timers through a heap; after every burst the {@link #onBatchEnd batch-end hooks} run.
 *
 * <p><b>The thread can be replaced.</b> Guarded code that does not come back loses the line: {@link
 * CarrierGuard} has the table of legal moves. The watchdog takes the line with one compare-and-set
 * and starts a fresh carrier thread. That one first runs the section's listener, then what is left
 * of the task under way if it is a {@link ResumableTask}, then goes on with the queue. The old
 * thread, if its code ever returns, is thrown out of {@link #runGuarded} and ends without touching
 * anything. Everything this class owns passes from carrier to carrier through the guard's word and
 * {@link Thread#start}, so it needs no locks.
 *
 * <p><b>Bounds.</b> The queue has none of its own, because {@link #execute} may neither block nor
 * refuse: whoever feeds it bounds what it has under way, as the transport does by reading no
 * further. Lost carriers are not bounded either: a listener should see to it that the same code is
 * not run again.
 *
 * <p>An exception that escapes from a task stops the line for good and goes to the handler. All
 * methods may be called from any thread unless they say otherwise.
 */
public final class EngineThread implements BatchScheduler, GuardedRunner, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineThread.class);

  /** Tasks in a burst at most, so that what they produced does not wait too long. */
  private static final int BATCH_TASKS = 64;

  private static final long LONGEST_PARK_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long JOIN_MS = 5_000;
  private static final VarHandle PARKED;

  static {
    try {
      PARKED = MethodHandles.lookup().findVarHandle(EngineThread.class, "parked", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final String name;
  private final Clock clock;
  private final UncaughtHandler uncaughtHandler;
  private final Watchdog watchdog;
  private final Watchdog.Watched watched = this::replaceIfOverdue;
  private final int spins;
  private final ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();
  private final TaskQueue queue = new TaskQueue();
  private final List<Runnable> batchEndHooks = new CopyOnWriteArrayList<>();
  private final AtomicBoolean finished = new AtomicBoolean();
  private final CountDownLatch terminated = new CountDownLatch(1);

  // Owned by the line.
  private final TimerHeap timers = new TimerHeap();
  private Runnable current;

  private volatile Carrier carrier;
  private volatile int carriersLost;
  private volatile boolean parked;

  /** The thread that has the line now, or had it. */
  private static final class Carrier extends Thread {
    private final EngineThread engine;
    private final Consumer<Carrier> first;
    private final CarrierGuard guard = new CarrierGuard();

    Carrier(EngineThread engine, String name, Consumer<Carrier> first) {
      super(null, null, name, 0, false);
      this.engine = engine;
      this.first = first;
      setDaemon(true);
    }

    @Override
    public void run() {
      engine.carry(this, first);
    }
  }

  /** Starts a line on the system clock that parks whenever it is idle. */
  public EngineThread(String name, UncaughtHandler uncaughtHandler) {
    this(name, SystemClock.INSTANCE, uncaughtHandler, 0);
  }

  /**
   * Starts a line.
   *
   * @param name the name of its thread
   * @param clock the clock of its timers; must follow real time
   * @param uncaughtHandler hears what stopped the line
   * @param spins how often it looks for a task before it parks; 0 where cores are shared
   */
  public EngineThread(String name, Clock clock, UncaughtHandler uncaughtHandler, int spins) {
    this(name, clock, uncaughtHandler, spins, Watchdog.shared());
  }

  EngineThread(
      String name, Clock clock, UncaughtHandler uncaughtHandler, int spins, Watchdog watchdog) {
    this.name = name;
    this.clock = clock;
    this.uncaughtHandler = uncaughtHandler;
    this.spins = spins;
    this.watchdog = watchdog;
    carrier = new Carrier(this, name, self -> {});
    carrier.start();
    watchdog.watch(watched);
  }

  @Override
  public Clock clock() {
    return clock;
  }

  /** Hands in a task; dropped if the line has stopped. */
  @Override
  public void execute(Runnable task) {
    if (finished.get()) {
      return;
    }
    queue.offer(task);
    if (parked && PARKED.compareAndSet(this, true, false)) {
      LockSupport.unpark(carrier);
    }
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    long nowUs = clock.nowUs();
    long delay = Math.max(0, delayUs);
    TimerHeap.Entry entry =
        new TimerHeap.Entry(delay > Long.MAX_VALUE - nowUs ? Long.MAX_VALUE : nowUs + delay, task);
    onLine(() -> timers.add(entry));
    return () -> onLine(() -> timers.remove(entry));
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
    batchEndHooks.add(hook);
  }

  @Override
  public boolean inLine() {
    return Thread.currentThread() instanceof Carrier self
        && self.engine == this
        && self.guard.ownsEngine();
  }

  /** How many threads user code has taken from this line. */
  public int carriersLost() {
    return carriersLost;
  }

  @Override
  public void runGuarded(Runnable userCode, long limitMs, GuardListener listener) {
    CarrierGuard guard = ownGuard();
    guard.begin(TimeUnit.MILLISECONDS.toNanos(limitMs), listener);
    try {
      userCode.run();
    } catch (Throwable failure) {
      endSection(guard);
      throw failure;
    }
    endSection(guard);
  }

  private static void endSection(CarrierGuard guard) {
    if (!guard.end()) {
      throw new CarrierLostError();
    }
  }

  @Override
  public boolean enterEngine() {
    return ownGuard().enter();
  }

  @Override
  public void exitEngine() {
    ownGuard().exit();
  }

  private CarrierGuard ownGuard() {
    if (Thread.currentThread() instanceof Carrier self && self.engine == this) {
      return self.guard;
    }
    throw new IllegalStateException("only the thread of " + name + " may do this");
  }

  /**
   * Runs what was handed in before, then stops; what comes later is dropped. Waits some seconds for
   * that at most, and not at all when called on the line itself.
   */
  @Override
  public void close() {
    execute(this::finish);
    if (ownsCurrentThread()) {
      return;
    }
    try {
      if (!terminated.await(JOIN_MS, TimeUnit.MILLISECONDS)) {
        LOG.warn("{} is still busy {} ms after it was told to stop", name, JOIN_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean ownsCurrentThread() {
    return Thread.currentThread() instanceof Carrier self && self.engine == this;
  }

  private void carry(Carrier self, Consumer<Carrier> first) {
    try {
      first.accept(self);
      endBatch(self);
      while (!self.guard.isStolen() && !finished.get()) {
        turn(self);
      }
    } catch (Throwable failure) {
      if (!self.guard.isStolen()) {
        finish();
        uncaughtHandler.onUncaught(failure);
      }
    }
  }

  /** One burst, its end, and a rest if there is nothing to do. */
  private void turn(Carrier self) {
    boolean ranTasks = runTasks(self);
    boolean ranTimers = runTimers(self);
    if (ranTasks || ranTimers) {
      endBatch(self);
    } else {
      rest();
    }
  }

  private void endBatch(Carrier self) {
    if (!self.guard.isStolen()) {
      batchEndHooks.forEach(Runnable::run);
    }
  }

  private boolean runTasks(Carrier self) {
    for (int i = 0; i < BATCH_TASKS; i++) {
      Runnable task = queue.poll();
      if (task == null) {
        return i > 0;
      }
      runOne(self, task);
      if (self.guard.isStolen() || finished.get()) {
        return true;
      }
    }
    return true;
  }

  private boolean runTimers(Carrier self) {
    if (self.guard.isStolen() || timers.size() == 0) {
      return false;
    }
    long nowUs = clock.nowUs();
    for (int i = 0; i < BATCH_TASKS; i++) {
      TimerHeap.Entry due = timers.pollDue(nowUs);
      if (due == null) {
        return i > 0;
      }
      runOne(self, due.task());
      if (self.guard.isStolen()) {
        return true;
      }
    }
    return true;
  }

  private void runOne(Carrier self, Runnable task) {
    current = task;
    task.run();
    if (!self.guard.isStolen()) {
      current = null;
    }
  }

  private void rest() {
    for (int i = 0; i < spins; i++) {
      if (!queue.isEmpty()) {
        return;
      }
      Thread.onSpinWait();
    }
    long waitNs = nextTimerNs();
    parked = true;
    if (waitNs > 0 && queue.isEmpty()) {
      LockSupport.parkNanos(this, waitNs);
    }
    parked = false;
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

  private void finish() {
    if (finished.compareAndSet(false, true)) {
      batchEndHooks.clear();
      watchdog.unwatch(watched);
      terminated.countDown();
    }
  }

  /** On the watchdog's thread. */
  private void replaceIfOverdue(long nowNs) {
    Carrier lost = carrier;
    if (lost.guard.stealIfOverdue(nowNs)) {
      replace(lost);
    }
  }

  private void replace(Carrier lost) {
    int number = carriersLost + 1;
    carriersLost = number;
    LOG.debug("{} goes on with a new thread, its old one is held by user code", name);
    try {
      Carrier fresh = new Carrier(this, name + "-" + (number + 1), self -> takeOver(self, lost));
      fresh.setContextClassLoader(contextClassLoader);
      carrier = fresh;
      fresh.start();
      lost.interrupt();
    } catch (RuntimeException | Error e) {
      finish();
      uncaughtHandler.onUncaught(e);
    }
  }

  /** First thing on a fresh carrier. */
  private void takeOver(Carrier self, Carrier lost) {
    Runnable interrupted = current;
    lost.guard.listener().onStolen(lost);
    if (interrupted instanceof ResumableTask) {
      runOne(self, interrupted);
    }
  }
}
