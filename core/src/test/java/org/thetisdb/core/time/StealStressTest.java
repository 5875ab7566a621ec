package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * User code comes back just when its line is taken away, thousands of times. Whoever touches the
 * engine's state must be alone, every section must end in exactly one way, and every task must run.
 */
@Tag("threads")
class StealStressTest {
  private static final int TASKS = 3_000;
  private static final long LIMIT_NS = 1_000_000;

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final Watchdog watchdog = new Watchdog(100_000);
  private final EngineThread engine =
      new EngineThread("stress", SystemClock.INSTANCE, failures::add, 0, watchdog);
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger intrusions = new AtomicInteger();

  // State of the engine: plain fields, so that a second owner would lose updates.
  private int touches;
  private int cameBack;
  private int stolen;
  private int tasksRun;

  private final AtomicInteger allTouches = new AtomicInteger();
  private final AtomicInteger lostThreads = new AtomicInteger();

  private void touchEngine() {
    if (inside.getAndIncrement() != 0) {
      intrusions.incrementAndGet();
    }
    touches++;
    allTouches.incrementAndGet();
    inside.getAndDecrement();
  }

  /** Works for about the limit, with calls into the engine in between. */
  private void userCode(long nanos, boolean callsBack) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      if (callsBack) {
        if (!engine.enterEngine()) {
          return;
        }
        try {
          touchEngine();
        } finally {
          engine.exitEngine();
        }
      }
      Thread.onSpinWait();
    }
  }

  private final class Task implements ResumableTask {
    private final long nanos;
    private final boolean callsBack;
    private boolean begun;
    private boolean counted;

    Task(Random random) {
      // The watchdog sees a section up to one tick after its beginning.
      nanos = LIMIT_NS - 100_000 + random.nextInt(400_000);
      callsBack = random.nextBoolean();
    }

    @Override
    public void run() {
      if (!begun) {
        begun = true;
        runUserCode();
      }
      assertThat(counted).isFalse();
      counted = true;
      touchEngine();
      tasksRun++;
    }

    private void runUserCode() {
      try {
        engine.runGuarded(() -> userCode(nanos, callsBack), 1, lost -> onStolen());
      } catch (WorkerLostError e) {
        lostThreads.incrementAndGet();
        throw e;
      }
      touchEngine();
      cameBack++;
    }

    private void onStolen() {
      touchEngine();
      stolen++;
    }
  }

  @Test
  void oneOwnerAtATimeHoweverTheStealFalls() {
    Random random = new Random(7);
    for (int i = 0; i < TASKS; i++) {
      engine.execute(new Task(random));
    }
    EngineThreadTest.await(
        "all tasks",
        () -> {
          int before = allTouches.get();
          sleepMs(50);
          return !failures.isEmpty() || (before == allTouches.get() && isDone());
        });
    assertThat(failures).isEmpty();
    engine.close();
    assertThat(intrusions).hasValue(0);
    assertThat(touches).isEqualTo(allTouches.get());
    assertThat(tasksRun).isEqualTo(TASKS);
    assertThat(cameBack + stolen).isEqualTo(TASKS);
    assertThat(engine.carriersLost()).isEqualTo(stolen);
    EngineThreadTest.await("lost threads to end", () -> lostThreads.get() == stolen);
    assertThat(stolen).isGreaterThan(10);
    assertThat(cameBack).isGreaterThan(10);
  }

  private boolean isDone() {
    AtomicInteger run = new AtomicInteger(-1);
    engine.execute(() -> run.set(tasksRun));
    EngineThreadTest.await("the queue", () -> run.get() >= 0 || !failures.isEmpty());
    return run.get() == TASKS;
  }

  private static void sleepMs(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
