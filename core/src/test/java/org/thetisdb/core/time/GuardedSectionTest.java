package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** User code runs on the line, and loses it when it holds it too long. */
@Tag("threads")
class GuardedSectionTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final List<String> scenario = new CopyOnWriteArrayList<>();
  private final EngineThread engine =
      new EngineThread("engine", SystemClock.INSTANCE, failures::add, 0, new Watchdog(1_000_000));

  @AfterEach
  void close() {
    engine.close();
    assertThat(failures).isEmpty();
  }

  private void tell(String event) {
    scenario.add(event);
  }

  private static void spinUntil(AtomicBoolean flag) {
    while (!flag.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void codeThatComesBackInTimeCostsNothingAndKeepsTheLine() {
    engine.execute(
        () -> {
          Thread before = Thread.currentThread();
          engine.runGuarded(() -> tell("ran"), 1_000, lost -> tell("stolen"));
          tell(before == Thread.currentThread() ? "same thread" : "other thread");
        });
    EngineThreadTest.await("the end", () -> scenario.size() == 2);
    assertThat(scenario).containsExactly("ran", "same thread");
    assertThat(engine.carriersLost()).isZero();
  }

  @Test
  void exceptionsOfTheCodePassThrough() {
    engine.execute(
        () -> {
          try {
            engine.runGuarded(() -> Integer.parseInt("x"), 1_000, lost -> {});
          } catch (NumberFormatException e) {
            tell("passed");
          }
          engine.runGuarded(() -> tell("again"), 1_000, lost -> {});
        });
    EngineThreadTest.await("the end", () -> scenario.size() == 2);
    assertThat(scenario).containsExactly("passed", "again");
  }

  @Test
  void codeThatNeverReturnsLosesTheLineAndTheQueueGoesOn() {
    AtomicBoolean release = new AtomicBoolean();
    AtomicReference<Thread> oldThread = new AtomicReference<>();
    CountDownLatch oldThreadDone = new CountDownLatch(1);
    engine.onBatchEnd(() -> tell("batch end"));
    engine.execute(
        () -> {
          oldThread.set(Thread.currentThread());
          try {
            engine.runGuarded(() -> spinUntil(release), 20, lost -> tell("stolen"));
            tell("came back");
          } catch (WorkerLostError e) {
            oldThreadDone.countDown();
            throw e;
          }
        });
    engine.execute(() -> tell("next"));
    EngineThreadTest.await("the next task", () -> scenario.contains("next"));
    assertThat(scenario).containsSubsequence("stolen", "batch end", "next");
    EngineThreadTest.await(
        "what it has left to itself goes behind all else",
        () -> oldThread.get().getPriority() == Thread.MIN_PRIORITY);
    release.set(true);
    EngineThreadTest.awaitQuietly(oldThreadDone);
    engine.execute(() -> tell("last"));
    EngineThreadTest.await("the last task", () -> scenario.contains("last"));
    assertThat(scenario).doesNotContain("came back");
    assertThat(engine.carriersLost()).isEqualTo(1);
  }

  @Test
  void codeThatSleepsIsWokenAndItsThreadEnds() {
    engine.execute(
        () ->
            engine.runGuarded(
                () -> EngineThreadTest.awaitQuietly(new CountDownLatch(1)),
                20,
                lost -> {
                  tell("stolen");
                  EngineThreadTest.await("the old thread's end", () -> !lost.isAlive());
                  tell("ended");
                }));
    EngineThreadTest.await("the end", () -> scenario.size() == 2);
    assertThat(scenario).containsExactly("stolen", "ended");
  }

  @Test
  void theRestOfAResumableTaskIsNotLost() {
    AtomicBoolean release = new AtomicBoolean();
    ResumableTask fiveSteps =
        new ResumableTask() {
          private int next;

          @Override
          public void run() {
            while (next < 5) {
              int step = next++;
              tell("step " + step);
              if (step % 2 == 1) {
                engine.runGuarded(() -> spinUntil(release), 10, lost -> tell("stolen"));
              }
            }
          }
        };
    engine.execute(fiveSteps);
    engine.execute(() -> tell("next"));
    EngineThreadTest.await("the next task", () -> scenario.contains("next"));
    release.set(true);
    assertThat(scenario)
        .containsExactly(
            "step 0", "step 1", "stolen", "step 2", "step 3", "stolen", "step 4", "next");
  }

  @Test
  void theLineIsNotTakenWhileTheCodeIsInTheEngine() {
    AtomicBoolean leave = new AtomicBoolean();
    AtomicInteger refused = new AtomicInteger();
    engine.execute(
        () ->
            engine.runGuarded(
                () -> {
                  assertThat(engine.enterEngine()).isTrue();
                  assertThat(engine.inLine()).isTrue();
                  spinUntil(leave);
                  tell("left");
                  engine.exitEngine();
                  while (engine.enterEngine()) {
                    engine.exitEngine();
                    Thread.onSpinWait();
                  }
                  refused.incrementAndGet();
                },
                5,
                lost -> tell("stolen")));
    sleep(60);
    assertThat(scenario).isEmpty();
    leave.set(true);
    EngineThreadTest.await("the steal", () -> scenario.contains("stolen") && refused.get() == 1);
    assertThat(scenario).containsExactly("left", "stolen");
  }

  @Test
  void aTaskThatIsDoneIsNotResumed() {
    AtomicBoolean release = new AtomicBoolean();
    ResumableTask done = () -> tell("done");
    AtomicBoolean once = new AtomicBoolean();
    engine.onBatchEnd(
        () -> {
          if (once.compareAndSet(false, true)) {
            engine.runGuarded(() -> spinUntil(release), 10, lost -> tell("stolen"));
          }
        });
    engine.execute(done);
    engine.execute(() -> tell("next"));
    EngineThreadTest.await(
        "the end", () -> scenario.contains("stolen") && scenario.contains("next"));
    release.set(true);
    assertThat(scenario.stream().filter("done"::equals)).hasSizeLessThanOrEqualTo(1);
  }

  private static void sleep(int ms) {
    EngineThreadTest.await(
        ms + " ms",
        new java.util.function.BooleanSupplier() {
          private final long until = System.nanoTime() + ms * 1_000_000L;

          @Override
          public boolean getAsBoolean() {
            return System.nanoTime() > until;
          }
        });
  }
}
