package org.thetisdb.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.ShortTask;
import org.thetisdb.simulation.cost.UnitCosts;

/**
 * A process in one world: event loop that die together, sleep together, and share a clock that is
 * not the world's.
 *
 * <p>A process that is paused does nothing until it wakes, then all that came meanwhile in the
 * order in which it came; its clock has gone on (hazard 8). A process that was killed does nothing
 * any more. An exception out of a task is a fault of the engine and kept for the world's owner.
 */
public final class SimulatedProcess {
  private static final long STEP_US = 1;

  /** What a task is taken to use of a processor. */
  private static final long TASK_US = 10;

  private static final long NANOS_IN_MICRO = 1_000;

  private final World world;
  private final String name;
  private final ProcessClock clock = new ProcessClock();
  private final List<Runnable> whenKilled = new ArrayList<>();
  private RandomGenerator slowness;
  private boolean alive = true;
  private long pausedUntilUs;
  private long slowUntilUs;
  private long slowByUs;
  private boolean timersHeld;
  private Throwable fault;

  SimulatedProcess(World world, String name) {
    this.world = world;
    this.name = name;
  }

  /** The name; a process that is started again has that of the one before. */
  public String name() {
    return name;
  }

  /** An event loop of this process. */
  public ProcessEventLoop newLine() {
    return newLine(STEP_US);
  }

  /** An event loop on which each task begins so much after it was handed in. */
  public ProcessEventLoop newLine(long stepUs) {
    return new ProcessEventLoop(stepUs);
  }

  /**
   * An event loop that each task keeps busy for so long, and for what it spends beside that ({@link
   * World#spend}): what comes meanwhile waits for its turn.
   */
  public BusyEventLoop newBusyLine(long taskNs) {
    return new BusyEventLoop(() -> world.spend(taskNs));
  }

  /** The same where each task is a step of work. */
  public BusyEventLoop newBusyLine(UnitCosts costs, Work task) {
    return new BusyEventLoop(() -> world.spend(costs, task, 1));
  }

  /** The clock that its event loops read. */
  public Clock clock() {
    return clock;
  }

  /** Whether it was not killed. It may be paused. */
  public boolean isAlive() {
    return alive;
  }

  /** Whether it does something now. */
  public boolean isAwake() {
    return alive && pausedUntilUs <= world.nowUs();
  }

  /** Ends it at once. */
  public void kill() {
    if (alive) {
      alive = false;
      whenKilled.forEach(Runnable::run);
    }
  }

  /** Runs {@code task} when it is killed. */
  void onKilled(Runnable task) {
    whenKilled.add(task);
  }

  /** It does nothing for a while. */
  public void pause(long durationUs) {
    pausedUntilUs = Math.max(pausedUntilUs, world.nowUs() + durationUs);
  }

  /** Its machine is suspended: it does nothing for a while, and its own clock stands still. */
  public void suspend(long durationUs) {
    pause(durationUs);
    clock.startUs -= durationUs;
  }

  /** For a while each of its tasks starts late. */
  public void slowDown(long durationUs, long byUs) {
    slowUntilUs = world.nowUs() + durationUs;
    slowByUs = byUs;
    slowness = slowness == null ? world.newRandom() : slowness;
  }

  /**
   * From now on no timer of it fires, neither those that run nor those that are yet to be set. What
   * goes on all the same waits for no timer.
   */
  public void holdTimers() {
    timersHeld = true;
  }

  /** Whether its timers never fire. */
  boolean holdsTimers() {
    return timersHeld;
  }

  /** Its clock begins anywhere, and is fast or slow by so many parts in a million. */
  public void setClock(long startUs, int fastPpm) {
    clock.startUs = startUs;
    clock.fastPpm = fastPpm;
  }

  /** Its clocks go forward by a jump: that of people, and the one that must not go back. */
  public void jumpClock(long byUs) {
    clock.startUs += byUs;
    clock.wallUs += byUs;
  }

  /** The clock of people is set, forward or back. */
  public void setWallClock(long byUs) {
    clock.wallUs += byUs;
  }

  /** What escaped from a task; null if nothing did. */
  public Throwable fault() {
    return fault;
  }

  private long latenessUs() {
    boolean slow = slowUntilUs > world.nowUs() && slowByUs > 0;
    return slow ? slowness.nextLong(slowByUs) : 0;
  }

  @Override
  public String toString() {
    return name;
  }

  private final class ProcessClock implements Clock {
    private static final long MILLION = 1_000_000;
    private long startUs;
    private long wallUs;
    private int fastPpm;

    @Override
    public long nowUs() {
      return startUs + world.nowUs() + world.nowUs() / MILLION * fastPpm;
    }

    @Override
    public long wallMs() {
      return world.wallMs() + wallUs / 1000;
    }
  }

  /**
   * A scheduler of this process. Guarded code simply runs: there is no thread to be lost. Every
   * other short task is run as by a caller-runs thread, which may do less.
   */
  public class ProcessEventLoop implements Scheduler, GuardedRunner {
    private final long stepUs;
    private long lastExecutedUs;
    private long usedUs;
    private long shortTasks;
    private boolean byCaller;
    private boolean handedBack;

    private ProcessEventLoop(long stepUs) {
      this.stepUs = stepUs;
    }

    @Override
    public Clock clock() {
      return clock;
    }

    /** What tasks would have taken; here they take no time. */
    @Override
    public long usedUs() {
      return usedUs;
    }

    @Override
    public void execute(Runnable task) {
      lastExecutedUs = Math.max(lastExecutedUs, beginsUs());
      world.at(lastExecutedUs, () -> run(task));
    }

    @Override
    public Timer schedule(long delayUs, Runnable task) {
      SleepingTimer timer = new SleepingTimer();
      timer.event =
          world.at(
              world.nowUs() + Math.max(STEP_US, delayUs) + latenessUs(),
              () -> fire(() -> timer.fire(task)));
      return timer;
    }

    /** When a task begins that is handed in now and has none before it. */
    final long beginsUs() {
      return world.nowUs() + stepUs + latenessUs();
    }

    /** A timer has come. */
    void fire(Runnable task) {
      run(task);
    }

    /** Runs a task now, unless the process sleeps or is dead. */
    final void run(Runnable task) {
      if (!alive) {
        return;
      }
      if (pausedUntilUs > world.nowUs()) {
        world.at(pausedUntilUs, () -> run(task));
        return;
      }
      try {
        usedUs += TASK_US;
        if (!isDoneByCaller(task)) {
          task.run();
        }
      } catch (RuntimeException | Error e) {
        fault = fault == null ? e : fault;
        kill();
      }
    }

    private boolean isDoneByCaller(Runnable task) {
      boolean isShort = task instanceof ShortTask brief && brief.isShort();
      if (!isShort || (++shortTasks & 1) == 0) {
        return false;
      }
      byCaller = true;
      handedBack = false;
      try {
        task.run();
      } finally {
        byCaller = false;
      }
      return !handedBack;
    }

    @Override
    public boolean handBack() {
      handedBack |= byCaller;
      return byCaller;
    }

    @Override
    public boolean isRunByCaller() {
      return byCaller;
    }

    @Override
    public void runGuarded(Runnable userCode, long limitMs, GuardListener listener) {
      if (byCaller) {
        throw new IllegalStateException("a caller runs code that nobody vouches for");
      }
      userCode.run();
    }

    @Override
    public boolean enterEngine() {
      return true;
    }

    @Override
    public void exitEngine() {
      // Nobody could have taken the event loop away.
    }
  }

  /** An event loop whose tasks take time; see {@link #newBusyLine}. */
  public final class BusyEventLoop extends ProcessEventLoop {
    private final Runnable spendOnTask;
    private final WorkCount work = new WorkCount();
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private long freeFromNs;
    private long busyNs;
    private long tasks;
    private long realNs;

    private BusyEventLoop(Runnable spendOnTask) {
      super(STEP_US);
      this.spendOnTask = spendOnTask;
    }

    /** What its tasks have done so far. */
    public WorkCount work() {
      return work;
    }

    /** How long its tasks have taken in the real world, if somebody looks. */
    public long realNs() {
      return realNs;
    }

    /** For how long tasks have kept it busy. */
    public long busyNs() {
      return busyNs;
    }

    /** What its tasks have used: sites report it as their load. */
    @Override
    public long usedUs() {
      return busyNs / NANOS_IN_MICRO;
    }

    /** How many tasks it has run. */
    public long tasks() {
      return tasks;
    }

    @Override
    public void execute(Runnable task) {
      waiting.add(task);
      if (waiting.size() == 1) {
        runNextAt(beginsUs());
      }
    }

    @Override
    void fire(Runnable task) {
      execute(task);
    }

    private void runNextAt(long earliestUs) {
      long freeUs = Math.floorDiv(freeFromNs + NANOS_IN_MICRO - 1, NANOS_IN_MICRO);
      world.at(Math.max(earliestUs, freeUs), this::runNext);
    }

    /**
     * An event loop that begins late by a part of a microsecond makes up for it in its next tasks.
     */
    private void runNext() {
      long nowNs = world.nowUs() * NANOS_IN_MICRO;
      long beginsNs = freeFromNs > nowNs - NANOS_IN_MICRO ? freeFromNs : nowNs;
      long unused = world.takeSpentNs();
      world.countInto(work);
      spendOnTask.run();
      long beganNs = world.stopwatchNs();
      run(waiting.element());
      realNs += world.stopwatchNs() - beganNs;
      world.countInto(new WorkCount());
      long usedNs = world.takeSpentNs();
      tasks++;
      busyNs += usedNs;
      freeFromNs = beginsNs + usedNs;
      waiting.remove();
      if (!waiting.isEmpty()) {
        runNextAt(world.nowUs());
      }
    }
  }

  /** Can be cancelled even while the process sleeps and the event was put off. */
  private final class SleepingTimer implements Scheduler.Timer {
    private World.Event event;
    private boolean cancelled;

    void fire(Runnable task) {
      if (!cancelled && !timersHeld) {
        task.run();
      }
    }

    @Override
    public void cancel() {
      cancelled = true;
      event.cancel();
    }
  }
}
