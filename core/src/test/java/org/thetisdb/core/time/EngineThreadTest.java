package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.TestSet;
import org.thetisdb.core.time.Scheduler.Timer;

/** An event loop: order, timers, bursts, and what happens when a task fails. */
@Tag("threads")
class EngineThreadTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread engine = new EngineThread("engine", failures::add);

  @AfterEach
  void close() {
    engine.close();
  }

  static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waiting for %s", what).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  /** Waits until the line has run all that was handed in before. */
  private void settle() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    engine.execute(done::countDown);
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whoeverHasClosedItFindsNoThread() {
    for (int i = 0; i < TestSet.some(4_000); i++) {
      List<Thread> carriers = new CopyOnWriteArrayList<>();
      EngineThread line = EngineThread.unwatched("brief", failures::add);
      line.execute(() -> carriers.add(Thread.currentThread()));
      line.close();
      assertThat(carriers).singleElement().matches(thread -> !thread.isAlive(), "has ended");
    }
  }

  @Test
  void longWorkGoesBehindAllElse() throws InterruptedException {
    List<Integer> priorities = new CopyOnWriteArrayList<>();
    CountDownLatch done = new CountDownLatch(2);
    try (EngineThread queries = EngineThread.ofLongWork("queries", failures::add)) {
      for (EngineThread line : List.of(queries, engine)) {
        line.execute(
            () -> {
              priorities.add(Thread.currentThread().getPriority());
              done.countDown();
            });
        line.execute(() -> {});
      }
      assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(priorities).containsExactlyInAnyOrder(Thread.MIN_PRIORITY, Thread.NORM_PRIORITY);
  }

  @Test
  void tasksOfEachCallerRunInOrderAndNeverTwoAtOnce() throws InterruptedException {
    int callers = 4;
    int tasks = 50_000;
    int[] last = new int[callers];
    AtomicInteger inside = new AtomicInteger();
    List<String> faults = new CopyOnWriteArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      int me = caller;
      threads.add(
          new Thread(
              () -> {
                for (int i = 1; i <= tasks; i++) {
                  int number = i;
                  engine.execute(
                      () -> {
                        if (inside.getAndIncrement() != 0 || last[me] + 1 != number) {
                          faults.add(me + " at " + number + " after " + last[me]);
                        }
                        last[me] = number;
                        inside.getAndDecrement();
                      });
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    settle();
    assertThat(faults).isEmpty();
    assertThat(last).containsOnly(tasks);
  }

  @Test
  void anIdleLineWakesForEveryTask() throws InterruptedException {
    for (int i = 0; i < 2_000; i++) {
      settle();
    }
  }

  @Test
  void timersRunInTheOrderInWhichTheyAreDueAndNotBefore() {
    List<Integer> ran = new CopyOnWriteArrayList<>();
    List<Long> early = new CopyOnWriteArrayList<>();
    int[] delaysMs = {30, 10, 20, 10, 0};
    for (int i = 0; i < delaysMs.length; i++) {
      int number = i;
      long dueUs = engine.clock().nowUs() + delaysMs[i] * 1_000L;
      engine.schedule(
          delaysMs[i] * 1_000L,
          () -> {
            ran.add(number);
            if (engine.clock().nowUs() < dueUs) {
              early.add(dueUs);
            }
          });
    }
    await("all timers", () -> ran.size() == delaysMs.length);
    assertThat(ran).containsExactly(4, 1, 3, 2, 0);
    assertThat(early).isEmpty();
  }

  @Test
  void aTimerThatWasTakenBackDoesNotRun() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    Timer fromOutside = engine.schedule(20_000, () -> ran.add("outside"));
    fromOutside.cancel();
    engine.execute(() -> engine.schedule(20_000, () -> ran.add("inside")).cancel());
    engine.schedule(40_000, () -> ran.add("kept"));
    await("the kept timer", () -> !ran.isEmpty());
    assertThat(ran).containsExactly("kept");
  }

  @Test
  void hooksRunOncePerBurstAndBeforeTheLineRests() throws InterruptedException {
    AtomicInteger ends = new AtomicInteger();
    AtomicInteger tasks = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    engine.onBatchEnd(ends::incrementAndGet);
    settle();
    await("the end of the first burst", () -> ends.get() >= 1);
    int before = ends.get();
    engine.execute(() -> awaitQuietly(go));
    for (int i = 0; i < 20; i++) {
      engine.execute(tasks::incrementAndGet);
    }
    go.countDown();
    await("the end of the second burst", () -> ends.get() > before);
    assertThat(tasks).hasValue(20);
    assertThat(ends).hasValue(before + 1);
  }

  @Test
  void anExceptionStopsTheLineAndIsHeard() {
    RuntimeException fault = new RuntimeException("planted");
    AtomicInteger later = new AtomicInteger();
    engine.execute(
        () -> {
          throw fault;
        });
    engine.execute(later::incrementAndGet);
    await("the failure", () -> !failures.isEmpty());
    engine.execute(later::incrementAndGet);
    engine.close();
    assertThat(failures).containsExactly(fault);
    assertThat(later).hasValue(0);
  }

  @Test
  void closingRunsWhatWasHandedInBefore() {
    AtomicInteger ran = new AtomicInteger();
    for (int i = 0; i < 1_000; i++) {
      engine.execute(ran::incrementAndGet);
    }
    engine.close();
    engine.execute(ran::incrementAndGet);
    assertThat(ran).hasValue(1_000);
  }

  @Test
  void onlyTheLineIsInLine() throws InterruptedException {
    List<Boolean> inside = new CopyOnWriteArrayList<>();
    engine.execute(() -> inside.add(engine.inLine()));
    settle();
    assertThat(inside).containsExactly(true);
    assertThat(engine.inLine()).isFalse();
    assertThatThrownBy(() -> engine.runGuarded(() -> {}, 1, lost -> {}))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(engine::enterEngine).isInstanceOf(IllegalStateException.class);
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
